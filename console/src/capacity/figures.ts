import type { CapacityFigures } from '../api/records';

/** In the order in which they are said. */
export const FIGURES: readonly { readonly figure: keyof CapacityFigures; readonly said: string }[] = [
  { figure: 'total', said: 'total' },
  { figure: 'allocated', said: 'allocated' },
  { figure: 'reserved', said: 'reserved' },
  { figure: 'available', said: 'available' },
];
