import { paged, read } from '../../http/openapi/builders.js';
import { pathParameter, type ApiPart } from '../../http/openapi/operation.js';
import { SAMPLE } from '../../http/openapi/samples.js';
import { instant, integer, object, pageOf, ref, word } from '../../http/openapi/schema.js';

const ZONE_EXAMPLE = { zone: SAMPLE.zone, providers: 1, createdAt: SAMPLE.now, changedAt: SAMPLE.now };

const RANGE_EXAMPLE = {
  range: '203.0.113.0/24',
  origin: 'named',
  addresses: 254,
  freeNow: 250,
  freeFromNowOn: 240,
  createdAt: SAMPLE.now,
};

const UNKNOWN_ZONE = {
  description: 'There is no such zone (`unknown-zone`).',
  code: 'unknown-zone',
  detail: 'no zone found for specified identifier',
};

export const ZONES_API: ApiPart = {
  paths: {
    '/zones': paged({
      id: 'listZones',
      tag: 'Records',
      summary: 'The zones, by name: a zone is known once a provider is in it',
      answer: 'ZonePage',
      item: ZONE_EXAMPLE,
    }),
    '/zones/{id}': read({
      id: 'readZone',
      tag: 'Records',
      summary: 'One zone',
      parameters: [pathParameter('id', 'Its name.')],
      says: 'The zone.',
      answer: ref('Zone'),
      answers: { example: { value: ZONE_EXAMPLE } },
      refusals: {
        404: UNKNOWN_ZONE,
      },
    }),
    '/zones/{id}/addresses': paged({
      id: 'listZoneAddresses',
      tag: 'Records',
      summary: 'The ranges of a zone that public addresses are given from, and what is free in them',
      description:
        'A zone has the ranges that were named for it with an increase of capacity; one for which none were named takes blocks ' +
        'of the configured ranges as it needs them.',
      parameters: [pathParameter('id', 'Its name.')],
      answer: 'ZoneRangePage',
      item: RANGE_EXAMPLE,
      refusals: { 404: UNKNOWN_ZONE },
    }),
  },
  schemas: {
    Zone: object(
      {
        zone: word('Its name.'),
        providers: integer('How many providers serve it; those that are retired do not.'),
        createdAt: instant('When its first provider was registered.'),
        changedAt: instant('When its figures last changed.'),
      },
      { required: ['zone', 'providers', 'createdAt', 'changedAt'] },
    ),
    ZonePage: pageOf(ref('Zone')),
    ZoneRange: object(
      {
        range: word('An IPv4 network.'),
        origin: {
          enum: ['named', 'configured'],
          description: 'Whether it was named for the zone, or taken from the configured ranges.',
        },
        addresses: integer('How many addresses it has for reservations.'),
        freeNow: integer('How many of them no reservation holds now.'),
        freeFromNowOn: integer('How many of them no reservation holds now or later.'),
        createdAt: instant('When the zone was given it.'),
      },
      { required: ['range', 'origin', 'addresses', 'freeNow', 'freeFromNowOn', 'createdAt'] },
    ),
    ZoneRangePage: pageOf(ref('ZoneRange')),
  },
};
