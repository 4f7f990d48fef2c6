import { DryRunQuery } from '../../http/wire/wire-dry-run.js';
import { Optional } from '../../http/wire/wire-members.js';
import { IsBooleanText } from '../../http/wire/wire-types.js';

/** Query of DELETE /pools/{id}. */
export class EndPoolQuery extends DryRunQuery {
  @Optional({ description: 'End it even if its capacity is promised.', default: false }, IsBooleanText())
  force?: string;
}
