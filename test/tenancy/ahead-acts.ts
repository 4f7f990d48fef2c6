import type { Random } from '../support/random.js';

type Body = Record<string, any>;
type Act = () => Promise<void>;

/** The parts of a tenant that an act needs. */
export interface Actor {
  readonly random: Random;
  post(path: string, body: Body): Promise<void>;
  get(path: string): Promise<void>;
}

/** The values in an act: the ids of a reservation and of a series, its own or another tenant's, and a text of its own. */
export interface Named {
  readonly id: string;
  readonly series: string;
  readonly mark: string;
}

/** A zone so small that reservations of several tenants wait in it. */
export const SMALL_ZONE = 'small';

/** Acts that reserve ahead: holds, waits, series, searches for windows, and dry runs of them. */
export function aheadActs(actor: Actor, named: Named): Act[] {
  return [...creations(actor, named), ...changes(actor, named), ...rehearsals(actor, named)];
}

function creations(actor: Actor, { id, mark }: Named): Act[] {
  const create = (more: Body) => actor.post('/create-reservation', { ...terms(mark), ...more });
  return [
    () => create({ hold: 600 }),
    () => create({ zone: SMALL_ZONE, wait: true }),
    () => create({ zone: SMALL_ZONE, wait: true, elements: [id] }),
    () => create({ ...tomorrow(), repeat: 'FREQ=DAILY;COUNT=3' }),
    () => create({ ...tomorrow(), repeat: 'FREQ=DAILY;COUNT=2', elements: [id] }),
    () => actor.post('/find-windows', windows()),
    () => actor.post('/find-windows', { ...windows(), hold: 600 }),
  ];
}

function changes(actor: Actor, { id, series, mark }: Named): Act[] {
  const kind = actor.random.pick(['compute', 'network', 'storage']);
  return [
    () => actor.post('/confirm-reservation', { 'reservation-id': id }),
    () => actor.post(`/reservation/${kind}/confirm`, { reservationId: id }),
    () => actor.post('/update-reservation', { 'series-id': series, name: mark, capacity: { cores: 1 } }),
    () => actor.post('/cancel-reservation', { 'series-id': series }),
    () => actor.get(`/reservations?series=${series}`),
    () => actor.get('/reservations?state=waiting&limit=5&order=desc'),
    () => actor.get('/reservations?state=held&limit=5&order=desc'),
  ];
}

function rehearsals(actor: Actor, { id, series, mark }: Named): Act[] {
  const dry = { 'dry-run': true };
  return [
    () => actor.post('/create-reservation', { ...terms(mark), ...dry }),
    () => actor.post('/create-reservation', { ...terms(mark), zone: SMALL_ZONE, wait: true, ...dry }),
    () => actor.post('/create-reservation', { ...terms(mark), elements: [id], hold: 600, ...dry }),
    () => actor.post('/update-reservation', { 'reservation-id': id, capacity: { cores: 2 }, ...dry }),
    () => actor.post('/update-reservation', { 'series-id': series, capacity: { cores: 2 }, ...dry }),
    () => actor.post('/cancel-reservation', { 'series-id': series, ...dry }),
    () => actor.post('/reservation/compute/update', { reservationId: id, endTime: null, dryRun: true }),
  ];
}

function terms(mark: string): Body {
  return { zone: 'z1', capacity: { cores: 1 }, name: mark, labels: { mark } };
}

function tomorrow(): Body {
  return { start: '2030-01-02T00:00:00Z', end: '2030-01-02T01:00:00Z' };
}

function windows(): Body {
  return { zone: 'z1', capacity: { cores: 1 }, duration: 3600 };
}
