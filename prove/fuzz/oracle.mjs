import { OPERATIONS_PATHS } from './api.mjs';

/** Codes of intended refusals: the service is overloaded, or the outcome of a commit is unknown. */
const DELIBERATE = new Set([
  'queue-full',
  'too-many-requests-under-way',
  'heavy-requests-busy',
  'too-many-reports',
  'outcome-unknown',
  // The endpoint of a provider cannot be resolved.
  'platform-unreachable',
]);
const RESULTS = ['ok', 'conflict', 'error'];
const SLOW_MS = 15_000;

/** Internals that must not appear in an answer: stack traces, SQL, and messages of PostgreSQL and of JavaScript. */
const INSIDE = [
  /\n\s+at .+:\d+:\d+/,
  /node_modules|\/dist\/src\/|\.(js|ts|mjs):\d+/,
  /\b(TypeError|ReferenceError|RangeError|SyntaxError|QueryFailedError|AssertionError)\b/,
  /Cannot read propert|is not a function|is not iterable|undefined is not|Maximum call stack/,
  /\bselect\b.{1,300}\bfrom\b.{1,300}\b(where|join|order by)\b|\binsert into\b|\bdelete from\b|\bupdate \w+ set\b/is,
  /violates .* constraint|duplicate key|invalid input syntax|out of range for type|relation "|column "|SQLSTATE|could not serialize/,
];
/** Values that JavaScript writes by mistake. `/metrics` may hold the last two. */
const MISWRITTEN = /\[object Object\]|\bNaN\b|\bInfinity\b/;

/** Decides from a request and its answer whether the service complies with its OpenAPI document. */
export class Oracle {
  #schemas;
  #constraints;

  /** @param constraints names of the constraints and indexes of the schema */
  constructor(schemas, constraints) {
    this.#schemas = schemas;
    this.#constraints = new RegExp(
      String.raw`\b(${constraints.filter((name) => name.includes('_')).join('|')})\b`,
    );
  }

  /** @returns flaws as `{ kind, text }`; `isWarning` marks those that are not failures */
  judge(request, answer) {
    if (answer.lost) return [{ kind: 'no answer', text: answer.lost }];
    const found = [...this.#statusFlaws(answer), ...this.leaks(answer.text), ...miswritten(answer)];
    if (answer.milliseconds > SLOW_MS)
      found.push({ kind: 'slow', text: 'took longer than 15 s', isWarning: true });
    if (request.method === 'HEAD') return found;
    const body = parsed(answer);
    if (body === UNREADABLE)
      return [...found, { kind: 'not JSON', text: `${answer.status} ${answer.headers['content-type']}` }];
    return [
      ...found,
      ...foldFlaws(request, body),
      ...this.#outcomeFlaws(request, answer, body),
      ...this.#schemaFlaws(request, answer, body),
    ];
  }

  /** Internals in an outgoing text. */
  leaks(text) {
    const constraint = this.#constraints.exec(text)?.[0];
    if (constraint) return [{ kind: 'constraint named', text: constraint }];
    const inside = INSIDE.find((pattern) => pattern.test(text));
    return inside ? [{ kind: 'inside told', text: inside.exec(text)[0].slice(0, 200) }] : [];
  }

  #statusFlaws({ status, text }) {
    if (status < 500) return [];
    const { code } = parsedText(text) ?? {};
    if (status === 503 && DELIBERATE.has(code)) return [{ kind: 'turned away', text: code, isWarning: true }];
    return [{ kind: `status ${status}`, text: code ?? text.slice(0, 100) }];
  }

  #outcomeFlaws({ path, method }, { status }, body) {
    if (status === 204 || method === 'OPTIONS' || !isOperation(path)) return [];
    return RESULTS.includes(body?.result)
      ? []
      : [{ kind: 'no result', text: `${status} ${JSON.stringify(body).slice(0, 200)}` }];
  }

  #schemaFlaws({ operation, isRouted, path }, { status, headers }, body) {
    const documented = isRouted ? this.#schemas.documented(operation, status) : undefined;
    const undocumented =
      isRouted && !documented ? [{ kind: 'undocumented', text: String(status), isWarning: true }] : [];
    const type = String(headers['content-type']).split(';')[0];
    if (documented && status < 400 && !documented.content && body === undefined) return [];
    const schema = documented?.content?.[type]?.schema ?? (status >= 400 ? problemOf(path) : undefined);
    if (type === 'text/plain' || (!schema && !isRouted)) return undocumented;
    const flaw = schema ? this.#schemas.flaw(schema, body) : `${type} is not documented`;
    return flaw ? [...undocumented, { kind: 'not as documented', text: `${status} ${flaw}` }] : undocumented;
  }
}

/** Schema of a refusal if the spelling of the path is not in the document. */
function problemOf(path) {
  if (isOperation(path)) return 'OperationsProblem';
  return /^\/(capacity|reservation)\//i.test(path) ? 'NorthboundProblem' : 'Problem';
}

/** On `/self-check` the service compares its folds with the ledger. */
function foldFlaws({ operation }, body) {
  const differences = operation.path === '/self-check' ? (body?.differences ?? []) : [];
  return differences.map((difference) => ({ kind: 'fold', text: JSON.stringify(difference) }));
}

const UNREADABLE = Symbol('unreadable');

function parsed({ status, text, headers }) {
  // A redirection leads on by its `Location`; its text is for people.
  if (text === '' || (status >= 300 && status < 400)) return undefined;
  if (String(headers['content-type']).startsWith('text/plain')) return text;
  return parsedText(text) ?? UNREADABLE;
}

export function parsedText(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function miswritten({ text, headers }) {
  const isJson = String(headers['content-type']).includes('json');
  const found = isJson ? MISWRITTEN.exec(text) : null;
  return found ? [{ kind: 'miswritten', text: found[0] }] : [];
}

function isOperation(path) {
  return OPERATIONS_PATHS.includes(path.split('?')[0].toLowerCase().replace(/\/$/, ''));
}
