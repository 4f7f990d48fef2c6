import { wire, type Caller } from './calls.js';
import type { Figures, Window, ZoneModel } from './model.js';

type Capacity = Readonly<Record<string, number>>;

const METRIC_OF: Readonly<Record<keyof Figures, string>> = {
  total: 'total',
  reserved: 'reserved',
  allocated: 'usage',
  available: 'available',
};

/** A metric from query-capacity: its value from each instant on. */
export async function metricAlong(
  caller: Caller,
  zone: string,
  figure: keyof Figures,
  window: Window,
): Promise<{ at: number; count: number; capacity: Capacity }[]> {
  const answer = await caller.post('/query-capacity', {
    capacity: METRIC_OF[figure],
    zone,
    window: wire(window),
  });
  if (answer.status !== 201 || answer.body.result !== 'ok') throw new Error(JSON.stringify(answer.body));
  const rows = answer.body.utilization as { timestamp: string; count: number; capacity: Capacity }[];
  return rows.map(({ timestamp, count, capacity }) => ({
    at: Date.parse(timestamp) / 1000,
    count,
    capacity,
  }));
}

/** The differences between the service's figures and the model's, at all instants at which either changes. */
export async function differences(
  caller: Caller,
  zone: string,
  model: ZoneModel,
  classes: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const figure of Object.keys(METRIC_OF) as (keyof Figures)[]) {
    const rows = await metricAlong(caller, zone, figure, { start: model.now, end: Infinity });
    const instants = [...new Set([...model.instants(), ...rows.map(({ at }) => at)])];
    for (const second of instants) {
      const row = rows.findLast(({ at }) => at <= second);
      for (const name of classes) {
        const expected = model.figuresAt(second, name)[figure];
        const actual = row?.capacity[name] ?? 0;
        if (actual !== expected) {
          found.push(`${figure} ${name} at ${second - model.now}: expected ${expected}, got ${actual}`);
        }
      }
    }
  }
  return found;
}

/** The four figures of one class at the worst instant of a window, as the northbound interface answers them. */
export async function worstInstant(
  caller: Caller,
  zone: string,
  type: string,
  window: Window,
): Promise<Figures> {
  const { start, end } = wire(window);
  const body = { zoneId: zone, computeResourceTypeId: type, timePeriod: { startTime: start, stopTime: end } };
  const answer = await caller.get('/capacity/compute/query', body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.capacityInformation as Figures;
}
