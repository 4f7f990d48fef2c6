import { nearestName } from './nearest-name.js';

const CREATE = ['zone', 'start', 'end', 'capacity', 'elements', 'expiry', 'reservation-id'];
const CAPACITY = [
  'cores',
  'ram',
  'instances',
  'addresses',
  'gigabytes',
  'volumes',
  'snapshots',
  'ports',
  'gpus',
];

it.each([
  ['zones', 'zone'],
  ['Zone', 'zone'],
  ['zoneId', 'zone'],
  ['startTime', 'start'],
  ['strat', 'start'],
  ['capcity', 'capacity'],
  ['element', 'elements'],
  ['reservationId', 'reservation-id'],
  ['reservation_id', 'reservation-id'],
  ['ends', 'end'],
])('%s may stand for %s', (name, meant) => {
  expect(nearestName(name, CREATE)).toBe(meant);
});

it.each([
  ['core', 'cores'],
  ['numCpuCores', 'cores'],
  ['instance', 'instances'],
  ['gpu', 'gpus'],
  ['RAM', 'ram'],
  ['cpus', 'cores'],
  ['vCPUs', 'cores'],
  ['memory', 'ram'],
  ['disk', 'gigabytes'],
])('%s may stand for %s', (name, meant) => {
  expect(nearestName(name, CAPACITY)).toBe(meant);
});

it('stands for none that is not near', () => {
  for (const name of ['colour', 'cpus', '', 'x', 'if', '☃', 'e'.repeat(5000), 'toString', '__proto__']) {
    expect(nearestName(name, CREATE)).toBeUndefined();
  }
});

it('stands for none where there is none', () => {
  expect(nearestName('zone', [])).toBeUndefined();
});
