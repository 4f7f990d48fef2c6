import { T } from './lines.js';
import { asked, heard, HOT, ledgers, negative, WINDOW, type Entered } from './made-up.js';

/** The history and the evidence of cores taken by force from a reservation with an instance, which keeps the rest or is in conflict. */
export function forced(cores: number, isKept: boolean) {
  const amounts = { cores: 2, ram: 100_001, instances: 1 };
  const drawn = { cores: 1, ram: 512, instances: 1 };
  const lost = { cores, ram: 200_001 };
  const create = { zone: HOT, form: 'pool', tag: amounts.ram, end: WINDOW.end, amounts };
  const decrease = { zone: HOT, provider: 'h', amounts: lost, tag: lost.ram, force: true };
  const entry = (at: number, x: object, more: Partial<Entered> = {}): Entered => ({
    ...{ z: HOT, p: 'h', at, s: T + at, t: WINDOW.end, x: { ...x } },
    ...more,
  });
  const history = [
    ...asked(1, 'create', create, { id: 'r' }),
    ...asked(3, 'instance', { zone: HOT, reservation: 'r', name: 'i1', flavor: 'm1.tiny' }, { id: 'i' }),
    ...asked(5, 'decrease', { ...decrease, start: T + 5, end: WINDOW.end }, { id: 'less' }),
    ...(isKept ? [] : [heard('Reservation conflict')]),
  ];
  const entries = ledgers(
    entry(1, amounts),
    entry(3, negative(drawn)),
    entry(3, drawn, { m: 'allocated', o: 'i' }),
    entry(5, negative(lost), { m: 'total', o: 'less' }),
    ...(isKept ? [] : [entry(5, { cores: -1, ram: -99_489 })]),
  );
  return { history, evidence: [...entries, { e: 'instance', z: HOT, o: 'i', name: 'i1', r: 'r' }] };
}
