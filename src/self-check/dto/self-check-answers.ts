import { formatInstant } from '../../kernel/time-window.js';
import type { FoldCheckResult } from '../fold-check.service.js';

export function selfCheckAnswer({ zones, differences }: FoldCheckResult) {
  return {
    zones,
    differences: differences.map(({ zoneId, providerId, name, figure, at, kept, ledger }) => ({
      zoneId,
      providerId,
      resourceClass: name,
      figure,
      at: formatInstant(at),
      kept,
      ledger,
    })),
  };
}
