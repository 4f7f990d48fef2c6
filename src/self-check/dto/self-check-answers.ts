import { Id, OneOf, OPTIONAL, Parts, Time, Whole, Word } from '../../openapi/members.js';
import { formatInstant } from '../../kernel/time-window.js';
import type { FoldCheckResult } from '../fold-check.service.js';

export class FoldDifference {
  @Word('The zone.') zoneId!: string;
  @Id('The provider; absent: the zone as a whole.', OPTIONAL) providerId?: string;
  @Word('The resource class.') resourceClass!: string;
  @OneOf(['total', 'allocated', 'available'], 'Which figure differs.') figure!: string;
  @Time('The first instant at which it differs.') at!: string;
  @Whole('What the process held in memory.') kept!: number;
  @Whole('What the ledger says.') ledger!: number;
}

export class SelfCheck {
  @Whole('Zones that were compared: those this process has decided for.') zones!: number;

  @Parts(FoldDifference, 'Differences between memory and ledger; empty unless there is a defect.')
  differences!: FoldDifference[];
}

export function selfCheckAnswer({ zones, differences }: FoldCheckResult): SelfCheck {
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
