import { addressProblems } from './addresses.mjs';
import { Answers } from './answers.mjs';
import { Edges } from './edges.mjs';
import { Elements } from './elements.mjs';
import { EveryChange } from './every-change.mjs';
import { hearingProblems } from './hearing.mjs';
import { Moves } from './moves.mjs';
import { Order } from './order.mjs';
import { questionsOf } from './questions.mjs';
import { readRound } from './read.mjs';
import { Replay } from './replay.mjs';
import { Shared } from './shared.mjs';
import { Tenants } from './tenants.mjs';
import { Walk } from './walk/walk.mjs';

export const PROPERTIES = ['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7'];

/**
 * Decides about a round from its history and what it has left in the database.
 *
 * @returns `violations`, each with its `property`, what is wrong and the operations it is about; `decided`, how many
 *   things were looked at, by name
 */
export function checkFiles(files) {
  const { header, zones, operations, attempts, heard, told } = readRound(files);
  const violations = [];
  const decided = new Map([['attempts', attempts]]);
  const count = (name, times = 1) => decided.set(name, (decided.get(name) ?? 0) + times);
  const complain = (problem) => violations.push(problem);
  if (!told)
    complain({
      property: 'P6',
      zone: 'all',
      text: 'the service never came to the end of what it had to tell',
    });
  const round = {
    header,
    answers: new Answers(),
    elements: new Elements(header.zones),
    moves: new Moves(zones),
    shared: new Shared(),
    tenants: new Tenants(header.limits, operations),
  };
  const walks = zones.map((zone) => new Walk(zone, round).run());
  for (const problem of round.answers.problems(operations)) complain(problem);
  for (const problem of round.moves.problems(walks)) complain(problem);
  for (const problem of hearingProblems(walks, heard, count)) complain(problem);
  for (const walk of walks) checkZone(walk, heard, count, complain);
  for (const problem of round.shared.problems()) complain(problem);
  return { violations, decided };
}

function checkZone(walk, heard, count, complainOf) {
  const { zone, round } = walk;
  const complain = (problem) => complainOf({ zone: zone.zone, ...problem });
  checkNumbers(zone, complain);
  const order = new Order(walk.groups);
  for (const problem of [...walk.problems, ...order.problems]) complain(problem);
  if (zone.publicIps) for (const problem of addressProblems({ zone, walk })) complain(problem);
  count('entries', zone.entries.length);
  count('effects', walk.groups.length);
  count('effects of time', walk.groups.filter(({ isOfTime }) => isOfTime).length);
  const questions = questionsOf(walk, order, count);
  const watches = watchesOf(zone, round.header);
  new Replay(zone, walk.groups, { complain, count, watches }).run(questions);
  for (const watch of watches)
    for (const problem of watch.problems(heard.get(watch.id) ?? [], count)) complain(problem);
}

/** What is the case at an instant is every process' own affair where clocks differ, so conditions are left out there. */
function watchesOf({ zone }, { capacity, shifts }) {
  if (capacity?.zone !== zone || shifts.some((shift) => shift !== 0)) return [];
  return [new Edges(capacity), new EveryChange(capacity)];
}

/** No number of the ledger is missing or there twice, and the head is the last. */
function checkNumbers({ entries, head }, complain) {
  const wrong = entries.findIndex(({ q }, index) => q !== index + 1);
  if (wrong >= 0)
    complain({
      property: 'P2',
      text: `entry ${entries[wrong].q} of the ledger stands in place ${wrong + 1}`,
    });
  if (head !== entries.length)
    complain({ property: 'P2', text: `the head is ${head}, the ledger has ${entries.length} entries` });
}
