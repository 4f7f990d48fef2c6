import type { MigrationInterface, QueryRunner } from 'typeorm';

interface Row {
  readonly id: string;
  readonly uri: string;
}

/** Which receiver a subscription names, in one spelling: a limit counts them. */
export class ReceiverOrigins1795540000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
  alter table subscriptions add column callback_origin text;
  comment on column subscriptions.callback_origin is 'scheme, host and port of callback_uri, normalized'`);
    const rows = (await runner.query(
      'select id, callback_uri as uri from subscriptions where callback_uri is not null',
    )) as Row[];
    await runner.query(
      `
  update subscriptions s
     set callback_origin = o.origin
    from unnest($1::uuid[], $2::text[]) as o(id, origin)
   where s.id = o.id`,
      [rows.map(({ id }) => id), rows.map(({ uri }) => originOf(uri))],
    );
    await runner.query(`
  create index subscriptions_receiver_idx on subscriptions (callback_origin, tenant)
   where callback_origin is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table subscriptions drop column callback_origin');
  }
}

/** As the service writes it from now on. */
function originOf(uri: string): string | null {
  if (!URL.canParse(uri)) return null;
  const { protocol, hostname, port } = new URL(uri);
  return `${protocol}//${hostname.replace(/\.+$/, '')}${port && `:${port}`}`;
}
