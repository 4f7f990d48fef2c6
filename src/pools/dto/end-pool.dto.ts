import { IsOptional } from 'class-validator';
import { IsBooleanText } from '../../http/wire-types.js';

/** Query of DELETE /pools/{id}. */
export class EndPoolQuery {
  /** End it although what it adds is promised. */
  @IsOptional() @IsBooleanText() force?: string;
}
