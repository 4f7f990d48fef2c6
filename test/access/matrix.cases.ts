import { randomUUID } from 'node:crypto';
import { Agent, request as ask } from 'node:http';
import { ALLOWED_EXTENSION, type Permitted } from '../../src/http/allow.js';
import { OPERATIONS_PATHS } from '../../src/http/paths.js';
import { queryAliases } from '../../src/http/body/query-alias.js';
import { operationsOf } from '../northbound/api-schemas.js';
import { documentOf } from '../support/document.js';
import { callersOf, UNIDENTIFIED, type MatrixCallers } from './matrix-callers.js';
import { permittedByDesign } from './matrix-rows.js';

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

const operations = operationsOf(documentOf());
const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** Sends the request target unchanged, even if it is an absolute URL. */
function send(method: string, target: string, headers: Readonly<Record<string, string>>): Promise<Answered> {
  const content = ['GET', 'HEAD', 'QUERY'].includes(method) ? undefined : '{}';
  const { hostname, port } = new URL(callers.service.baseUrl);
  return new Promise((resolve, reject) => {
    const all = { ...headers, ...(content && { 'Content-Length': String(content.length) }) };
    const outgoing = ask({ hostname, port, method, path: target, headers: all, agent }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    outgoing.on('error', reject).end(content);
  });
}

/** Row counts and heads, which a refused request must not change. */
async function traces(): Promise<unknown> {
  return callers.service.dataSource.query(`
    select (select count(*) from ledger_entries) as entries, (select sum(head) from zones) as heads,
           (select count(*) from reservations) as reservations, (select count(*) from instances) as instances,
           (select count(*) from subscriptions) as subscriptions, (select count(*) from providers) as providers,
           (select count(*) from received_notifications) as received, (select count(*) from api_keys) as keys,
           (select count(*) from audit_log) as audited, (select count(*) from idempotency_keys) as answered`);
}

const targetOf = (path: string): string => path.replaceAll(/\{\w+\}/g, randomUUID());

let callers: MatrixCallers;

describe('the permission matrix', () => {
  beforeAll(async () => {
    callers = await callersOf();
  });
  afterAll(async () => {
    agent.destroy();
    await callers.stop();
  });

  it('has a row for every operation, and each is declared as its row says', () => {
    const declared = operations.map(({ name, operation }) => [name, sorted(operation[ALLOWED_EXTENSION])]);
    const designed = operations.map(({ name, operation }) => [
      name,
      sorted(permittedByDesign(String(operation.operationId))),
    ]);
    expect(declared).toEqual(designed);
  });

  it('is in the document as the security of each operation', () => {
    for (const { name, operation } of operations) {
      const isOpen = operation[ALLOWED_EXTENSION]?.includes('anyone') ?? false;
      expect([name, operation.security]).toEqual([name, isOpen ? [] : [{ bearer: [] }, { keystone: [] }]]);
    }
  });

  describe.each(operations)('$name', ({ path, method, operation }) => {
    const permitted: readonly Permitted[] = operation[ALLOWED_EXTENSION] ?? [];
    const verb = method.toUpperCase();
    const isOpen = permitted.includes('anyone');

    it('refuses callers that it does not know with 401', async () => {
      const before = await traces();
      for (const [name, credentials] of Object.entries(callers.unidentified)) {
        const { status, headers, body } = await send(verb, targetOf(path), credentials);
        if (isOpen) expect([name, status]).not.toEqual([name, 401]);
        else {
          expect([name, status]).toEqual([name, 401]);
          expect(headers['www-authenticate']).toContain('Bearer realm="headroom"');
          expectRefusal(path, body);
        }
      }
      expect(await traces()).toEqual(before);
    });

    it('permits exactly the callers that it names', async () => {
      const before = await traces();
      const refused = callers.known.filter((caller) => !isOpen && !mayCall(caller.permitted, permitted));
      for (const { name, credentials } of refused) {
        const { status, body } = await send(verb, targetOf(path), credentials);
        expect([name, status]).toEqual([name, 403]);
        expectRefusal(path, body);
      }
      expect(await traces()).toEqual(before);
      for (const { name, credentials } of callers.known.filter((caller) => !refused.includes(caller))) {
        const { status } = await send(verb, targetOf(path), credentials);
        expect([name, [401, 403].includes(status) || status >= 500]).toEqual([
          name,
          status === 503 && path === '/readyz',
        ]);
      }
    });

    it('refuses a consumer that names another tenant', async () => {
      if (isOpen) return;
      const before = await traces();
      const foreign = callers.known.filter(({ permitted: [role] }) => role === 'consumer');
      expect(foreign.length).toBeGreaterThan(0);
      for (const { name, credentials } of foreign) {
        const { status, body } = await send(verb, targetOf(path), {
          ...credentials,
          'Headroom-Tenant': 'another',
        });
        expect([name, status]).toEqual([name, 403]);
        expect(JSON.parse(body)).toMatchObject({ code: 'tenant-mismatch' });
      }
      expect(await traces()).toEqual(before);
    });

    it('applies to every alias of the operation', async () => {
      const before = await traces();
      const stranger = callers.known.find((caller) => !mayCall(caller.permitted, permitted));
      const target = targetOf(path);
      const aliases: [string, string][] = [
        [verb, target.toUpperCase()],
        [verb, `${target.replace(/\/$/, '')}/`],
        [verb, `${callers.service.baseUrl}${target}`],
        [verb, `${target}?x=/livez`],
        ...(verb === 'GET' ? [['HEAD', target] as [string, string]] : []),
        ...(verb === 'GET' ? queryAliases(path).map((alias): [string, string] => [alias, target]) : []),
      ];
      if (isOpen) return;
      for (const [alias, name] of aliases) {
        expect([alias, name, (await send(alias, name, {})).status]).toEqual([alias, name, 401]);
        if (stranger) expect((await send(alias, name, stranger.credentials)).status).toBe(403);
      }
      expect(await traces()).toEqual(before);
    });
  });

  it('refuses unknown paths to unidentified callers, so that they learn nothing about paths', async () => {
    for (const target of ['/nowhere', '/livez/x', '/docsx', '//livez', '/%2e%2e/keys']) {
      expect([target, (await send('GET', target, {})).status]).toEqual([target, 401]);
    }
    expect(Object.keys(callers.unidentified)).toEqual([...UNIDENTIFIED]);
  });
});

function mayCall(has: readonly Permitted[], permitted: readonly Permitted[]): boolean {
  return permitted.includes('authenticated') || has.some((each) => permitted.includes(each));
}

function expectRefusal(path: string, text: string): void {
  const body = JSON.parse(text) as Record<string, unknown>;
  expect(body).toMatchObject({
    type: expect.stringMatching(/^urn:problem-type:headroom:/),
    code: expect.any(String),
  });
  if (OPERATIONS_PATHS.includes(path)) expect(body).toMatchObject({ result: 'error', message: body.detail });
}

function sorted(permitted: readonly string[] = []): readonly string[] {
  return [...permitted].sort();
}
