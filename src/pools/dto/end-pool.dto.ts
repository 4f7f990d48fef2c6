import { ApiProperty } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { DryRunQuery } from '../../http/wire/wire-dry-run.js';
import { IsBooleanText } from '../../http/wire/wire-types.js';

/** Query of DELETE /pools/{id}. */
export class EndPoolQuery extends DryRunQuery {
  @ApiProperty({ description: 'End it even if its capacity is promised.', default: false })
  @IsOptional()
  @IsBooleanText()
  force?: string;
}
