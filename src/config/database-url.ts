const AUTHORITY = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/i;

/** The service writes, so it uses no other kind of server. libpq's other values name standbys, or either. */
const SESSION_ATTRIBUTES: readonly (string | null)[] = [null, 'read-write', 'primary'];

const EXPECTED =
  'postgres://host:port/database, with user and password before the host, where host:port may be a list separated by commas, ' +
  'and target_session_attrs, if there is one, is read-write or primary';

/**
 * The URLs of the servers that a `DATABASE_URL` names: libpq lets it list several hosts of one cluster, separated by commas.
 * The driver takes one host a URL.
 *
 * @throws Error that says what is expected, and repeats nothing of the text
 */
export function databaseUrls(text: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] = AUTHORITY.exec(text) ?? [];
  const urls = hosts.split(',').map((host) => before + host + after);
  const isList = urls.length > 1;
  if (before === '' || !urls.every((url) => isUsable(url, isList))) throw new Error(EXPECTED);
  return urls;
}

/** Of one server the host may be left out, for a socket. */
function isUsable(url: string, isOneOfSeveral: boolean): boolean {
  if (!URL.canParse(url)) return false;
  const { host, searchParams } = new URL(url);
  return (
    !(isOneOfSeveral && host === '') && SESSION_ATTRIBUTES.includes(searchParams.get('target_session_attrs'))
  );
}

/** A `DATABASE_URL` as it is, once it is known to be usable. */
export function databaseUrl(text: string): string {
  databaseUrls(text);
  return text;
}
