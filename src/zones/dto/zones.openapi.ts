import { Paged, Read } from '../../openapi/operations.js';
import { unknown } from '../../openapi/refusals.js';
import { example, SAMPLE } from '../../openapi/samples.js';
import { Zone, ZonePage, ZoneRangePage } from './zone-answers.js';

const ZONE_EXAMPLE = { zone: SAMPLE.zone, providers: 1, createdAt: SAMPLE.now, changedAt: SAMPLE.now };

const RANGE_EXAMPLE = {
  range: '203.0.113.0/24',
  origin: 'named',
  addresses: 254,
  freeNow: 250,
  freeFromNowOn: 240,
  createdAt: SAMPLE.now,
};

const PATH = { id: 'Its name.' };

export const ListZones = () =>
  Paged({
    id: 'listZones',
    summary: 'The zones, by name: a zone is known once a provider is in it',
    answer: ZonePage,
    item: ZONE_EXAMPLE,
  });

export const ReadZone = () =>
  Read({
    id: 'readZone',
    summary: 'One zone',
    path: PATH,
    says: 'The zone.',
    answer: Zone,
    answers: example(ZONE_EXAMPLE),
    refusals: { 404: unknown('zone') },
  });

export const ListZoneAddresses = () =>
  Paged({
    id: 'listZoneAddresses',
    summary: "The ranges of a zone's public addresses, and how many addresses are free in each",
    description:
      'A zone has the ranges that `publicIps` of an increase-capacity has given it. A zone without such ranges ' +
      'takes blocks of the configured ranges when it needs them.',
    path: PATH,
    answer: ZoneRangePage,
    item: RANGE_EXAMPLE,
    refusals: { 404: unknown('zone') },
  });
