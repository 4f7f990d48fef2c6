import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random } from '../random.mjs';
import { freePort } from '../system/ports.mjs';
import { newDatabase, startDatabase } from '../system/database.mjs';
import { Service } from '../system/service.mjs';
import { Aftermath } from './aftermath.mjs';
import { operationsOf } from './api.mjs';
import { Findings } from './findings.mjs';
import { Forced } from './forced.mjs';
import { Memory } from './memory.mjs';
import { readOptions } from './options.mjs';
import { Oracle, parsedText } from './oracle.mjs';
import { prepare } from './preamble.mjs';
import { Schemas } from './schemas.mjs';
import { Tally } from './tally.mjs';
import { Values } from './values.mjs';
import { sendInWaves } from './waves.mjs';
import { curlOf, Wire } from './wire.mjs';

const CONSTRAINTS = `
select conname as name from pg_constraint where connamespace = 'public'::regnamespace
union select indexname from pg_indexes where schemaname = 'public'`;

async function main() {
  const options = readOptions(process.argv.slice(2));
  const directory = mkdtempSync(join(tmpdir(), 'headroom-fuzz-'));
  // PostgreSQL may run as another user.
  chmodSync(directory, 0o755);
  const findings = new Findings(options, directory);
  const parts = { options, directory, findings, tally: new Tally() };
  process.once('exit', () => abandon(parts));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  console.log(`seed ${options.seed}, ${options.requests} requests, ${options.connections} at once`);
  try {
    await start(parts);
    await fuzz(parts);
  } catch (error) {
    findings.add({ kind: 'broke off', text: error.stack });
  } finally {
    parts.wire?.close();
    await parts.service?.kill();
    await parts.postgres?.stop();
  }
  report(parts);
}

function abandon({ service, postgres }) {
  service?.abandon();
  postgres?.abandon();
}

async function start(parts) {
  const { directory, options } = parts;
  parts.postgres = newDatabase();
  await startDatabase(parts.postgres, directory);
  const port = await freePort();
  const more = {
    AUTH: 'none',
    CUSTOM_CLASSES: 'gpus:64',
    PUBLIC_IP_RANGES: '198.18.0.0/28',
    TENANT_LIMITS: 'cores:200,ram:400000',
  };
  parts.service = new Service({ index: 0, port, databaseUrl: parts.postgres.url, directory, more });
  await parts.service.start();
  parts.wire = new Wire(port, options.connections);
  parts.callback = `http://127.0.0.1:${port}`;
}

async function fuzz(parts) {
  const { options, findings, postgres, tally } = parts;
  const document = await (await fetch(`${parts.callback}/openapi.json`)).json();
  const { rows } = await postgres.withClient((client) => client.query(CONSTRAINTS));
  const oracle = new Oracle(
    new Schemas(document),
    rows.map(({ name }) => name),
  );
  const memory = new Memory(new Random(options.seed, 'memory'));
  parts.memory = memory;
  await prepare((path, body) => prepared(parts, path, body), parts.callback);
  const forced = new Forced();
  const operations = operationsOf(document);
  tally.expect(operations);
  const values = (path, random) => new Values(document, path, { memory, random, callback: parts.callback });
  await sendInWaves({ ...parts, operations, values }, (request, answer) => {
    tally.count(request, answer);
    if (!answer.lost) {
      memory.learn(parsedText(answer.text));
      if (isEnding(request, answer)) memory.forget(`${request.path} ${request.body ?? ''}`);
      forced.note(request, answer);
    }
    if (options.only === undefined)
      for (const flaw of oracle.judge(request, answer)) findings.add(flaw, request, answer);
    else if (request.number === options.only) showOnly(request, answer, oracle, findings);
  });
  if (options.only !== undefined) return;
  const aftermath = new Aftermath(parts);
  await aftermath.examine(forced);
  aftermath.readLog(join(parts.directory, 'service-0.log'), oracle);
}

/** @throws Error if the preparation fails, because later results would mean little */
async function prepared({ wire, memory }, path, body) {
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
  const answer = await wire.send({
    method: 'POST',
    path,
    query: [],
    headers,
    body: Buffer.from(JSON.stringify(body)),
  });
  const content = parsedText(answer.text ?? '');
  if (answer.lost || answer.status >= 300 || (content.result ?? 'ok') !== 'ok')
    throw new Error(`${path}: ${answer.lost ?? answer.text}`);
  memory.learn(content);
  return content;
}

/** Whether the request ended a record. */
function isEnding({ operation: { method, path } }, { status, text }) {
  return (
    (method === 'DELETE' || /^\/(cancel|destroy)-/.test(path)) &&
    status < 300 &&
    !/"result":"(error|conflict)"/.test(text)
  );
}

function showOnly(request, answer, oracle, findings) {
  console.log(curlOf(request));
  console.log(answer.lost ?? `${answer.status} ${JSON.stringify(answer.headers)}\n${answer.text}`);
  for (const flaw of oracle.judge(request, answer)) findings.add(flaw, request, answer);
}

function report({ options, directory, findings, tally }) {
  if (options.only === undefined) tally.print();
  findings.print();
  console.log(`\n${options.requests} requests, ${findings.failures} distinct failures`);
  if (findings.failures === 0 && !options.keep) rmSync(directory, { recursive: true, force: true });
  else console.log(`log and findings: ${directory}`);
  process.exitCode = findings.failures === 0 ? 0 : 1;
}

await main();
