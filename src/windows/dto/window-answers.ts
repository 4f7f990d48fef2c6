import { formatInstant } from '../../kernel/time-window.js';
import { Amounts, Flag, Id, OPTIONAL, Part, Parts, Time, Word } from '../../openapi/members.js';
import type { FoundWindows } from '../find-windows.js';
import type { HeldWindow } from '../hold-window.js';

class FoundWindow {
  @Word('The zone in which it fits.') zone!: string;
  @Time('The earliest start of the stretch.') start!: string;
  @Time('The end of the window that begins then.') end!: string;
  @Time('The latest start of the same stretch: it fits from each start in between, too.')
  latestStart!: string;

  @Amounts('Amounts of the requested classes that would remain free in the zone throughout the window.')
  free!: object;
}

class HeldFirst {
  @Id('The reservation, which has to be confirmed.') reservationId!: string;
  @Time('End of the hold.') heldUntil!: string;
}

export class WindowsFound {
  @Parts(FoundWindow, 'The earliest first; empty if the demand fits in no window.') windows!: FoundWindow[];
  @Flag('Whether there may be later ones.') more!: boolean;
  @Part(
    HeldFirst,
    'The hold of the first window; absent without `hold`, or if no window was found.',
    OPTIONAL,
  )
  held?: HeldFirst;
}

export function heldAnswer({ found, record }: HeldWindow, duration: number): WindowsFound {
  const held = record && { reservationId: record.id, heldUntil: formatInstant(record.heldUntil ?? 0) };
  return { ...foundAnswer(found, duration), held };
}

export function foundAnswer({ windows, isMore }: FoundWindows, duration: number): WindowsFound {
  return {
    windows: windows.map(({ zoneId, start, latestStart, free }) => ({
      zone: zoneId,
      start: formatInstant(start),
      end: formatInstant(start + duration),
      latestStart: formatInstant(latestStart),
      free,
    })),
    more: isMore,
  };
}
