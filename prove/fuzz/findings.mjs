import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { replayOf } from './options.mjs';
import { curlOf } from './wire.mjs';

const MAX_SHOWN = 700;
/** Ids, times and numbers, which differ between two occurrences of the same finding. */
const VARIABLE = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d+/g;

/** Collects findings: each distinct one once, with its first occurrence and the number of occurrences. */
export class Findings {
  #distinct = new Map();
  #options;
  #file;

  constructor(options, directory) {
    this.#options = options;
    this.#file = join(directory, 'findings.jsonl');
  }

  /** @param flaw `{ kind, text, isWarning }` */
  add(flaw, request, answer) {
    const key = `${flaw.isWarning ? 'w' : 'f'} ${flaw.kind} ${request?.operation.key ?? ''} ${flaw.text.replaceAll(VARIABLE, '#')}`;
    const known = this.#distinct.get(key);
    if (known) known.count += 1;
    else this.#distinct.set(key, { flaw, request, answer, count: 1 });
    if (!known && request) appendFileSync(this.#file, `${JSON.stringify(recordOf(flaw, request, answer))}\n`);
  }

  /** How many distinct failures there are; warnings do not count. */
  get failures() {
    return this.#of(false).length;
  }

  print() {
    for (const { flaw, request, count } of this.#of(true)) {
      const first = request ? `${request.operation.key}, request ${request.number}` : 'in the log';
      console.log(`warning: ${flaw.kind} ${flaw.text}, ${count} times, first ${first}`);
    }
    for (const found of this.#of(false)) this.#printFailure(found);
  }

  #printFailure({ flaw, request, answer, count }) {
    console.log(`\nFOUND ${flaw.kind}: ${flaw.text}${count > 1 ? ` (${count} times)` : ''}`);
    if (!request) return;
    console.log(`  ${request.operation.key}, request ${request.number}`);
    console.log(`  ${curlOf(request)}`);
    console.log(`  → ${answer.lost ?? answer.status} ${(answer.text ?? '').slice(0, MAX_SHOWN)}`);
    console.log(`  to replay: ${replayOf(this.#options, request.number)}`);
  }

  #of(isWarning) {
    return [...this.#distinct.values()].filter(({ flaw }) => Boolean(flaw.isWarning) === isWarning);
  }
}

function recordOf(flaw, request, answer) {
  const { number, method, path, query, headers, body, operation } = request;
  return {
    ...flaw,
    number,
    operation: operation.key,
    method,
    path,
    query,
    headers,
    body: body?.toString('base64'),
    answer,
  };
}
