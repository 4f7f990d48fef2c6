import { appendFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { replayOf } from './options.mjs';
import { PROPERTIES } from './check/check.mjs';

const CLAIMS = {
  P1: 'the figures add up, none is negative, and every answer was true',
  P2: 'an acknowledged effect stays until it is ended',
  P3: 'every refusal was justified',
  P4: 'every call took effect at most once',
  P5: 'every offer was true',
  P6: 'subscribers receive every change once and in order',
  P7: 'when everything has ended, everything is available',
};
/** Limit of printed violations of each property. `violations.jsonl` has all. */
const PRINTED = 3;

/** Prints the progress and the results to standard output. */
export class Report {
  #options;
  #directory;
  #begun;
  #tally = new Map();
  #decided = new Map();
  #exercised = new Map();
  #latencies = new Map();
  #violations = [];
  #rounds = 0;
  #ran = 0;
  #calls = 0;
  #megabytes = 0;
  #bytes = 0;
  isInterrupted = false;
  #failure;
  #shifted = 0;

  constructor(options, directory) {
    this.#options = options;
    this.#directory = directory;
  }

  begin() {
    this.#begun = Date.now();
    const { seed, minutes, total, breaking } = this.#options;
    const length = total ? `until ${total} calls` : `${minutes} minutes`;
    print(`seed ${seed}, ${length}${breaking ? `, broken on purpose: ${breaking}` : ''}`);
  }

  /** Seconds of the next round. The last round may be shorter. */
  get secondsOfRound() {
    const { seconds, total } = this.#options;
    return total ? seconds : Math.min(seconds, this.#secondsLeft);
  }

  get #secondsLeft() {
    return this.#options.minutes * 60 - (Date.now() - this.#begun) / 1000;
  }

  get #isEnough() {
    const { total } = this.#options;
    return this.#ran > 0 && this.#calls >= (total ?? 0) && this.#secondsLeft < 1;
  }

  /** True when the time is up, all calls are made, or a violation is found that ends the run (`--until`, `--go-on`). */
  get isFinished() {
    const { goOn, until } = this.#options;
    const sought = this.#violations.filter(({ property }) => until === undefined || property === until);
    const isFound = sought.length > 0 && !goOn;
    return this.isInterrupted || this.#isEnough || isFound;
  }

  /** Ends the run after the current round. The results so far are reported. */
  interrupt() {
    this.isInterrupted = true;
    print('ending with this round');
  }

  /** Records an error that ended the run. Such a run proves nothing. */
  broke(error) {
    this.#failure = error;
  }

  /** Counts a round that has ended and is not checked yet. */
  ran(calls) {
    this.#ran += 1;
    this.#calls += calls;
  }

  round({ number, shifts, history, found, files }) {
    for (const file of Object.values(files)) this.#bytes += statSync(file).size;
    this.#rounds += 1;
    this.#megabytes = Math.max(this.#megabytes, found.megabytes);
    this.#shifted += shifts.filter((shift) => shift !== 0).length;
    for (const [kind, outcomes] of history.tally) {
      const all = this.#tally.get(kind) ?? new Map();
      for (const [out, times] of outcomes) all.set(out, (all.get(out) ?? 0) + times);
      this.#tally.set(kind, all);
    }
    addAll(this.#decided, found.decided);
    addAll(this.#exercised, found.exercised);
    for (const [when, counts] of found.latencies) {
      const all = this.#latencies.get(when) ?? new Map();
      this.#latencies.set(when, all);
      addAll(all, counts);
    }
    for (const violation of found.violations) this.#violations.push({ round: number, files, ...violation });
    const clocks = shifts.some((shift) => shift !== 0) ? `, clocks ${shifts.join('/')} s off` : '';
    const verdict = found.violations.length === 0 ? 'sound' : `${found.violations.length} violations`;
    print(`round ${number}: ${shifts.length} processes${clocks}, ${history.attempts} calls, ${verdict}`);
  }

  /** @returns whether no violation was found and the run did not fail */
  end(faults) {
    const seconds = Math.round((Date.now() - this.#begun) / 1000);
    const calls = this.#decided.get('attempts') ?? 0;
    print(`\n${calls} calls in ${this.#rounds} rounds and ${seconds} s, seed ${this.#options.seed}`);
    print(`history and evidence: ${(this.#bytes / 2 ** 20).toFixed(1)} MB`);
    print(`peak memory: ${this.#megabytes} MB checker, ${ownMegabytes()} MB clients and faults`);
    this.#printTable('calls', this.#tally);
    const injected = [...faults.counted].sort(([a], [b]) => (a < b ? -1 : 1));
    if (this.#shifted > 0) injected.push(['process with a wrong clock', this.#shifted]);
    const left = faults.clientsThatLeft;
    const sum = injected.reduce((total, [, times]) => total + times, 0);
    print(`\nfaults: ${sum}`);
    for (const [kind, times] of injected) print(`  ${kind.padEnd(40)} ${times}`);
    print(`and clients that went away before the answer: ${left}`);
    printLatencies(this.#latencies);
    printCounts('checked', [...this.#decided].sort(byName));
    printCounts('exercised', this.#exercised);
    const missing = [...this.#exercised].filter(([, times]) => times === 0);
    for (const [name] of missing) print(`NOT EXERCISED: ${name}`);
    print('');
    for (const property of PROPERTIES) this.#verdict(property);
    if (this.#violations.length > 0) this.#whereToLook();
    if (this.#failure)
      print(`\nthe run ended early, what it left is in ${this.#directory}: ${this.#failure.stack}`);
    return this.#violations.length === 0 && !this.#failure;
  }

  #printTable(title, tally) {
    print(`\n${title}`);
    for (const [kind, outcomes] of [...tally].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const parts = [...outcomes].sort(([, a], [, b]) => b - a).map(([out, times]) => `${out} ${times}`);
      print(`  ${kind.padEnd(14)} ${parts.join(', ')}`);
    }
  }

  #verdict(property) {
    const found = this.#violations.filter((violation) => violation.property === property);
    const verdict = found.length > 0 ? `VIOLATED ${found.length} times` : 'holds';
    print(`${property} ${verdict}: ${CLAIMS[property]}`);
    for (const { zone, round, text, operations = [], entries = [] } of found.slice(0, PRINTED)) {
      print(`   round ${round}, zone ${zone}: ${text}`);
      for (const operation of operations) print(`     ${shown(operation)}`);
      for (const entry of entries.slice(0, 8)) print(`     entry ${JSON.stringify(entry)}`);
    }
  }

  #whereToLook() {
    const file = join(this.#directory, 'violations.jsonl');
    appendFileSync(file, this.#violations.map((one) => `${JSON.stringify(one)}\n`).join(''));
    print(`\nall violations: ${file}; history, evidence and the services' logs are beside it`);
    const [{ round }] = this.#violations;
    print(`to replay: ${replayOf(this.#options, round)}`);
  }
}

function shown({ op, kind, p, outcome, attempts }) {
  const returns = attempts.map(
    ({ n, service, returned }) => `${n}-${returned?.n ?? '?'} by ${service}: ${returned?.out ?? 'open'}`,
  );
  return `operation ${op} ${kind} ${outcome} [${returns.join('; ')}] ${JSON.stringify(p)}`;
}

function ownMegabytes() {
  return Math.ceil(process.resourceUsage().maxRSS / 1024);
}

function addAll(sums, counts) {
  for (const [name, times] of counts) sums.set(name, (sums.get(name) ?? 0) + times);
}

function printCounts(title, counts) {
  print(`\n${title}`);
  for (const [name, times] of counts) print(`  ${name.padEnd(50)} ${times}`);
}

function printLatencies(latencies) {
  print('\nmilliseconds until an answer; all processes share the machine with the clients and the faults');
  for (const [when, counts] of latencies) {
    const sorted = [...counts].sort(([a], [b]) => a - b);
    const all = sorted.reduce((sum, [, times]) => sum + times, 0);
    const at = (share) => {
      let left = all * share;
      return sorted.find(([, times]) => (left -= times) <= 0)?.[0] ?? '–';
    };
    print(`  ${when.padEnd(30)} p50 ${at(0.5)}, p99 ${at(0.99)}, ${all} answers`);
  }
}

function byName([a], [b]) {
  return a < b ? -1 : 1;
}

function print(text) {
  process.stdout.write(`${text}\n`);
}
