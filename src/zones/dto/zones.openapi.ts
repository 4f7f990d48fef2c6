import { paged, read } from '../../http/openapi/builders.js';
import { pathParameter, type ApiPart } from '../../http/openapi/operation.js';
import { SAMPLE } from '../../http/openapi/samples.js';
import { instant, integer, object, pageOf, ref, word } from '../../http/openapi/schema.js';

const ZONE_EXAMPLE = { zone: SAMPLE.zone, providers: 1, createdAt: SAMPLE.now, changedAt: SAMPLE.now };

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
        404: {
          description: 'There is no such zone (`unknown-zone`).',
          code: 'unknown-zone',
          detail: 'no zone found for specified identifier',
        },
      },
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
  },
};
