import type { Figures } from '../allocation/fold/capacity-timelines.js';
import type { Instant } from '../kernel/time-window.js';
import type { FigureTimeline } from './figure-timeline.js';

/** The figures of one class or shape, per zone and in all. */
export interface CapacityAnswer {
  readonly figures: Figures;
  /** When the figures last changed. */
  readonly lastUpdate: Instant;
  readonly zones: readonly { readonly zoneId: string; readonly figures: Figures }[];
  /** The figures over the window, if requested. */
  readonly timeline?: FigureTimeline;
}
