import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkApart } from './checking.mjs';
import { breakBuild } from './faults/breaks.mjs';
import { Faults } from './faults/schedule.mjs';
import { readOptions } from './options.mjs';
import { Receiver } from './workload/receiver.mjs';
import { Report } from './report.mjs';
import { BUILT } from './system/service.mjs';
import { System } from './system/system.mjs';
import { takeEvidence } from './workload/evidence.mjs';
import { closeConnections } from './workload/http.mjs';
import { History } from './workload/history.mjs';
import { requestIds } from './workload/requests.mjs';
import { planShifts, Round } from './workload/round.mjs';

/** Minimum length of a round. The last one may exceed the time that is left. */
const MIN_ROUND_SECONDS = 5;

async function main() {
  const options = readOptions(process.argv.slice(2));
  const directory = mkdtempSync(join(tmpdir(), 'headroom-prove-'));
  // PostgreSQL may run as another user.
  chmodSync(directory, 0o755);
  const report = new Report(options, directory);
  const parts = { options, directory, report, faults: new Faults() };
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => (report.isInterrupted ? process.exit(1) : report.interrupt()));
  }
  try {
    await proveRounds(parts);
  } catch (error) {
    report.broke(error);
  } finally {
    closeConnections();
    await parts.system?.stop();
    await parts.receiver?.stop();
  }
  const isProven = report.end(parts.faults);
  if (isProven && !options.keep) rmSync(directory, { recursive: true, force: true });
  process.exitCode = isProven ? 0 : 1;
}

async function proveRounds(parts) {
  const { options, directory, report, faults } = parts;
  const build = options.breaking ? breakBuild(options.breaking, BUILT, directory) : BUILT;
  parts.receiver = await Receiver.start(options.seed);
  const onFired = (kind) => faults.count(kind);
  parts.system = await System.start({ directory, build, onFired });
  report.begin();
  let checking;
  for (let number = options.round; !report.isFinished; number++) {
    const ran = await runRound(parts, number);
    await checking;
    checking = checkRound(parts, ran);
    // A failure is handled where `checking` is awaited.
    checking.catch(() => undefined);
    if (options.breaking) await checking;
  }
  await checking;
}

async function runRound({ system, receiver, faults, options, report, directory }, number) {
  const files = {
    history: join(directory, `history-${number}.jsonl`),
    evidence: join(directory, `evidence-${number}.jsonl`),
  };
  const history = new History(files.history);
  const shifts = options.processes
    ? Array.from({ length: options.processes }, () => 0)
    : planShifts(options.seed, number);
  const round = new Round(system, faults, history, {
    seed: options.seed,
    number,
    clients: options.clients,
    reads: options.reads,
    only: options.kinds,
    milliseconds: Math.max(report.secondsOfRound, MIN_ROUND_SECONDS) * 1000,
    shifts,
    calls: options.calls,
    faultsPerMinute: options.faults,
    receiver,
  });
  const zones = await round.run();
  await takeEvidence(system.postgres, { zones, requests: requestIds(number) }, files.evidence);
  report.ran(history.attempts);
  return { number, shifts, history, files };
}

/** Checks a round while the next one runs, so that no client waits for the checker. */
async function checkRound({ options, report }, round) {
  const { files } = round;
  const found = await checkApart(files);
  report.round({ ...round, found });
  if (found.violations.length === 0 && !options.keep) for (const file of Object.values(files)) rmSync(file);
}

await main();
