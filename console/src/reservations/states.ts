import type { ReservationState } from '../api/records';
import type { Palette } from '../charts/palette';

/** How a bar is drawn: state is told by the shape as well as by the colour. */
export interface BarStyle {
  readonly fill?: keyof Palette;
  readonly outline: keyof Palette;
  readonly dash?: readonly number[];
  readonly isHatched?: boolean;
  /** Of the height of a lane. */
  readonly height: number;
  /** Before the label. */
  readonly sign: string;
  readonly meaning: string;
}

const FULL = 1;
const THIN = 0.45;

export const STATE_STYLES: Readonly<Record<ReservationState, BarStyle>> = {
  active: { fill: 'allocated', outline: 'allocated', height: FULL, sign: '', meaning: 'has begun' },
  initialized: { outline: 'allocated', height: FULL, sign: '', meaning: 'has not begun' },
  conflict: {
    fill: 'alarm',
    outline: 'alarm',
    isHatched: true,
    height: FULL,
    sign: '▲ ',
    meaning: 'capacity was withdrawn',
  },
  held: { outline: 'reserved', dash: [6, 3], height: FULL, sign: '◷ ', meaning: 'held until confirmed' },
  waiting: { outline: 'muted', dash: [2, 3], height: FULL, sign: '… ', meaning: 'waits for capacity' },
  expired: { fill: 'muted', outline: 'muted', height: THIN, sign: '', meaning: 'has ended' },
  terminated: { outline: 'muted', height: THIN, sign: '✕ ', meaning: 'was cancelled' },
};

export const STATES = Object.keys(STATE_STYLES) as readonly ReservationState[];

export function styleOf(state: string): BarStyle {
  return STATE_STYLES[state as ReservationState] ?? STATE_STYLES.initialized;
}
