import { addressProblems, Ranges } from './addresses.mjs';
import { Answers } from './answers.mjs';
import { auditProblems } from './audit.mjs';
import { Births, providerProblems } from './births.mjs';
import { capacityHearingProblems } from './capacity-hearing.mjs';
import { dryProblems } from './dry.mjs';
import { Edges } from './edges.mjs';
import { Elements } from './elements.mjs';
import { EveryChange } from './every-change.mjs';
import { exercised } from './exercised.mjs';
import { hearingProblems } from './hearing.mjs';
import { Joint } from './joint.mjs';
import { Moves } from './moves.mjs';
import { brokenProblems, neverProblems } from './never.mjs';
import { Order } from './order.mjs';
import { questionsOf } from './questions.mjs';
import { readRound } from './read.mjs';
import { Replay } from './replay.mjs';
import { reservationHearingProblems } from './reservation-hearing.mjs';
import { Everywhere, Shared } from './shared.mjs';
import { subscriberProblems } from './subscribers.mjs';
import { Tenants } from './tenants.mjs';
import { TenantsEverywhere } from './tenants-everywhere.mjs';
import { Track } from './track.mjs';
import { Required } from './traits.mjs';
import { SeriesEffects } from './walk/series.mjs';
import { OpenNotes } from './walk/open-notes.mjs';
import { Walk } from './walk/walk.mjs';

export const PROPERTIES = ['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7'];

/**
 * Checks a round from its history and its evidence from the database.
 *
 * @returns `violations`, each with its `property`, `text` and `operations`; `decided`, the number of checks by name; `exercised`,
 *   the number of events by kind; `latencies`: condition → milliseconds → number of answers
 */
export function checkFiles(files) {
  const read = readRound(files);
  const { header, zones, operations, attempts, heard, told, homes } = read;
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
  const answers = new Answers();
  const round = {
    header,
    homes,
    outages: read.outages,
    count,
    answers,
    openNotes: new OpenNotes(answers),
    /** When a reservation was created, in any zone. Synthetic rounds have no rows: there, when it was last placed. */
    createdAt: (id, { since }) => read.rows.get(id)?.created ?? since,
    nameOf: (id) => read.rows.get(id)?.name,
    births: new Births(zones, operations),
    elements: new Elements(zones, homes, header),
    everywhere: new Everywhere(),
    joint: new Joint(read.elsewhere),
    moves: new Moves(zones),
    ranges: new Ranges(operations),
    required: new Required(operations),
    series: new SeriesEffects(),
    shared: new Shared(),
    tenants: new Tenants(header.limits, operations),
    tenantsEverywhere: new TenantsEverywhere(header.limitsAllZones),
  };
  for (const problem of providerProblems(zones, operations)) complain(problem);
  for (const problem of round.ranges.problems()) complain(problem);
  for (const problem of dryProblems(operations)) complain(problem);
  for (const problem of neverProblems(operations, count)) complain(problem);
  for (const problem of brokenProblems(operations)) complain(problem);
  const walks = zones.map((zone) => new Walk(zone, round).run());
  for (const problem of auditProblems(read, { walks, tenants: round.tenants }, count)) complain(problem);
  for (const problem of round.openNotes.problems()) complain(problem);
  for (const problem of round.answers.problems(operations)) complain(problem);
  for (const problem of round.moves.problems(walks)) complain(problem);
  for (const problem of round.tenantsEverywhere.problems(walks, count)) complain(problem);
  for (const problem of round.series.problems(operations)) complain(problem);
  for (const problem of hearingProblems(walks, heard, count)) complain(problem);
  const orders = new Map(walks.map(({ zone, groups }) => [zone.zone, new Order(groups)]));
  const tracks = new Map(walks.map((walk) => [walk.zone.zone, new Track(walk)]));
  for (const walk of walks) checkZone(walk, { orders, tracks, heard: heard.all }, count, complain);
  for (const part of [round.shared, round.everywhere])
    for (const problem of part.problems()) complain(problem);
  for (const problem of round.joint.problems(count)) complain(problem);
  const found = { ...read, walks, orders, tracks, tenants: round.tenants };
  for (const problem of subscriberProblems({ ...found, round }, count)) complain(problem);
  for (const problem of lateHearing(found, count)) complain(problem);
  return { violations, decided, exercised: exercised(read, walks, round), latencies: read.latencies };
}

/** P6 for subscriptions that are made while the clients work. */
function lateHearing(found, count) {
  const { header, zones, orders, tracks, operations, heard, toldAt, elsewhere } = found;
  const endings = operations.filter(isEnding).sort((a, b) => (a.acknowledged < b.acknowledged ? 1 : -1));
  // Of several endings the first acknowledgement counts.
  const ended = new Map(endings.map((operation) => [operation.p.id, operation]));
  const changes = operations.filter(({ kind, outcome }) => kind === 'resubscribe' && outcome !== 'refused');
  const changed = new Map(changes.map((operation) => [operation.p.id, operation]));
  const made = operations
    .filter(({ kind, outcome }) => kind === 'subscribe' && outcome === 'ok')
    .map((operation) => ({
      ...operation,
      ends: ended.get(operation.ids[0]),
      change: changed.get(operation.ids[0]),
    }))
    // A subscription with a change of unknown outcome is not checked.
    .filter(({ change }) => change === undefined || change.outcome === 'ok');
  const to = (kind) => made.filter(({ p }) => p.of === kind);
  const problems = reservationHearingProblems(found, to('reservation'), heard.channels, count);
  // Where clocks differ, each process evaluates capacity at its own time.
  if (header.shifts.some((shift) => shift !== 0)) return problems;
  const now = Math.floor(operations.at(-1)?.attempts[0].w / 1000);
  // A zone without a provider does not exist and has no notifications.
  const born = zones.filter(({ providers }) => providers.length > 0);
  const known = { zones: born, tracks, orders, elsewhere, toldAt: toldAt ?? now, now };
  return [...problems, ...capacityHearingProblems(known, to('capacity'), heard.channels, count)];
}

function isEnding({ kind, outcome }) {
  return kind === 'unsubscribe' && outcome !== 'refused';
}

function checkZone(walk, { orders, tracks, heard }, count, complainOf) {
  const { zone, round } = walk;
  const complain = (problem) => complainOf({ zone: zone.zone, ...problem });
  checkNumbers(zone, complain);
  const order = orders.get(zone.zone);
  for (const problem of [...walk.problems, ...order.problems]) complain(problem);
  for (const problem of addressProblems({ zone, walk })) complain(problem);
  count('entries', zone.entries.length);
  count('effects', walk.groups.length);
  count('effects of time', walk.groups.filter(({ isOfTime }) => isOfTime).length);
  const questions = questionsOf(walk, order, count);
  const watches = [tracks.get(zone.zone), ...watchesOf(zone, round.header)];
  new Replay(zone, walk.groups, { complain, count, watches }).run(questions);
  for (const watch of watches)
    for (const problem of watch.problems(heard.get(watch.id) ?? [], count)) complain(problem);
}

/** The capacity subscriptions of the round. Not checked where clocks differ: each process evaluates capacity at its own time. */
function watchesOf({ zone }, { capacity, shifts }) {
  if (capacity?.zone !== zone || shifts.some((shift) => shift !== 0)) return [];
  return [new Edges(capacity), new EveryChange(capacity)];
}

/** P2: the sequence numbers have no gap and no duplicate, and the head is the last of them. */
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
