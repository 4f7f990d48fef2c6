import { command, NOT_AN_OBJECT } from '../../http/openapi/builders.js';
import type { ApiPart } from '../../http/openapi/operation.js';
import { id, instant, integer, list, object, oneOf, ref, word } from '../../http/openapi/schema.js';

/** The check of the process that answers. */
export const SELF_CHECK_API: ApiPart = {
  paths: {
    '/self-check': {
      post: command({
        id: 'checkFolds',
        tag: 'Service',
        summary: 'Compare what this process holds in memory with the ledger, now',
        description:
          'Zone by zone, at the same entry of the ledger. What differs is listed, logged, counted in ' +
          '`headroom_fold_differences_total` and rebuilt. The same is done every `FOLD_CHECK_SECONDS`.',
        status: 200,
        says: 'Compared.',
        answer: ref('SelfCheck'),
        answers: { sound: { value: { zones: 3, differences: [] } } },
        refusals: { 400: NOT_AN_OBJECT },
      }),
    },
  },
  schemas: {
    SelfCheck: object(
      {
        zones: integer('Zones that were compared: those this process has decided for.'),
        differences: list(
          ref('FoldDifference'),
          'Where the memory differed; empty unless there is a defect.',
        ),
      },
      { required: ['zones', 'differences'] },
    ),
    FoldDifference: object(
      {
        zoneId: word('The zone.'),
        providerId: id('The provider; absent: the zone as a whole.'),
        resourceClass: word('The resource class.'),
        figure: oneOf(['total', 'allocated', 'available'], 'Which figure differs.'),
        at: instant('The first instant at which it differs.'),
        kept: integer('What the process held in memory.'),
        ledger: integer('What the ledger says.'),
      },
      { required: ['zoneId', 'resourceClass', 'figure', 'at', 'kept', 'ledger'] },
    ),
  },
};
