import { formatInstant } from '../../kernel/time-window.js';
import { Amounts, Flag, Parts, Time, Word } from '../../openapi/members.js';
import type { FoundWindows } from '../find-windows.js';

class FoundWindow {
  @Word('The zone in which it fits.') zone!: string;
  @Time('The earliest start of the stretch.') start!: string;
  @Time('The end of the window that begins then.') end!: string;
  @Time('The latest start of the same stretch: it fits from each start in between, too.')
  latestStart!: string;

  @Amounts('What would be left free in the zone throughout the window, of the classes that were asked for.')
  free!: object;
}

export class WindowsFound {
  @Parts(FoundWindow, 'The earliest first; none where it fits nowhere.') windows!: FoundWindow[];
  @Flag('Whether there may be later ones.') more!: boolean;
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
