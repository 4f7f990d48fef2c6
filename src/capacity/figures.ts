import type { Figures } from '../allocation/fold/capacity-timelines.js';

export const FIGURES = ['available', 'reserved', 'total', 'allocated'] as const;
export type FigureName = (typeof FIGURES)[number];

export const NO_FIGURES: Figures = { total: 0, reserved: 0, allocated: 0, available: 0 };

export function addFigures(a: Figures, b: Figures): Figures {
  return {
    total: a.total + b.total,
    reserved: a.reserved + b.reserved,
    allocated: a.allocated + b.allocated,
    available: a.available + b.available,
  };
}

export function minusFigures(a: Figures, b: Figures): Figures {
  return {
    total: a.total - b.total,
    reserved: a.reserved - b.reserved,
    allocated: a.allocated - b.allocated,
    available: a.available - b.available,
  };
}

/** All four are compared: figures that count shapes need not add up. */
export function isSameFigures(a: Figures, b: Figures): boolean {
  return (
    a.total === b.total &&
    a.reserved === b.reserved &&
    a.allocated === b.allocated &&
    a.available === b.available
  );
}
