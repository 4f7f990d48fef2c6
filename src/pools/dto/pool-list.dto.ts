import { listWindow, WindowedListParameters } from '../../http/list-parameters.js';
import { IsIdOf, IsOmittable, IsText } from '../../http/wire-types.js';
import { idOf } from '../../kernel/identifiers.js';
import type { PoolFilter } from '../pool-list.js';

/** Query of GET /pools. */
export class PoolListParameters extends WindowedListParameters {
  @IsOmittable() @IsText(255) zone?: string;
  @IsOmittable() @IsIdOf('ResourceProvider') provider?: string;
}

export function poolFilter(query: PoolListParameters): PoolFilter {
  const { zone: zoneId, provider } = query;
  return { zoneId, providerId: provider && idOf('ResourceProvider', provider), ...listWindow(query) };
}
