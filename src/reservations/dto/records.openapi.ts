import { RESERVATION_KINDS } from '../../allocation/records.js';
import { RESERVATION_STATES } from '../reservation.js';
import { SAMPLE } from '../../http/openapi/samples.js';
import {
  MARKED,
  collection,
  id,
  instant,
  integer,
  list,
  object,
  oneOf,
  ref,
  word,
  type Members,
  type Schema,
} from '../../http/openapi/schema.js';

const SUMMARY: Members = {
  reservationId: id('Its id.'),
  zone: word('Its zone.'),
  tenant: word('Whom it is for, where that was said.'),
  ...MARKED,
  kind: oneOf(RESERVATION_KINDS, 'Which of the three kinds of resources it holds; `mixed`: several.'),
  state: oneOf(RESERVATION_STATES, 'Follows from the clock; `conflict`: capacity was withdrawn below it.'),
  start: instant('When it begins.'),
  end: instant('When it ends; absent: open.'),
  expiry: instant('When it is released unless something was taken from it.'),
  capacity: ref('Amounts', 'What it reserves.'),
  traits: object(
    {
      cpuArchitecture: word('Architecture of processors.'),
      typeOfStorage: word('Sort of storage.'),
      rdmaSupported: { type: 'boolean', description: 'Whether storage supports RDMA.' },
    },
    { description: 'What each provider that backs it must be like; absent: anything.' },
  ),
  elements: list(collection('A collection.'), 'What it protects.'),
  publicIps: list(word('An IPv4 address.'), 'The addresses it holds.'),
  created: instant('When it was made.'),
  updated: instant('When it last changed.'),
  ended: instant('When it was ended before its end.'),
};

const REQUIRED = ['reservationId', 'zone', 'kind', 'state', 'start', 'capacity', 'elements', 'publicIps'];

const CLAIM = object({ providerId: id('A provider.'), capacity: ref('Amounts', 'What it backs.') });

const DRAWN = object({
  instanceId: id('Its id.'),
  providerId: id('The provider that hosts it.'),
  name: word('Its name.'),
  state: word('Its state.'),
  capacity: ref('Amounts', 'What it uses.'),
});

const HISTORY_LINE = object({
  sequence: integer('Its place in the ledger of the zone.'),
  recorded: instant('When it was entered.'),
  providerId: id('The provider whose capacity it moves.'),
  moves: oneOf(['total', 'reserved', 'allocated'], 'The figure it changes.'),
  owner: collection('The reservation, or one of its instances.'),
  start: instant('From when on.'),
  end: instant('Until when; absent: for ever.'),
  capacity: ref('Amounts', 'By how much, with its sign.'),
});

export const RECORD_SCHEMAS: Readonly<Record<string, Schema>> = {
  ReservationSummary: object(SUMMARY, { required: REQUIRED }),
  Reservation: object(
    {
      ...SUMMARY,
      claims: list(CLAIM, 'How much of it which provider backs.'),
      instances: list(DRAWN, 'The instances that draw on it.'),
      history: list(HISTORY_LINE, 'Its ledger entries and those of its instances, the first 1000.'),
    },
    { required: [...REQUIRED, 'claims', 'instances', 'history'] },
  ),
};

export const RECORD_EXAMPLE = {
  reservationId: SAMPLE.reservation,
  zone: SAMPLE.zone,
  kind: 'compute',
  state: 'initialized',
  start: SAMPLE.start,
  end: SAMPLE.end,
  capacity: { cores: 4, ram: 8192, instances: 2 },
  elements: [],
  publicIps: [],
  created: SAMPLE.now,
  updated: SAMPLE.now,
};
