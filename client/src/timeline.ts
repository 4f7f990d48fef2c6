import type { components, paths } from './generated/openapi.js';

export type TimelineRow = components['schemas']['TimelineRow'];
export type TimelineKind = 'compute' | 'network' | 'storage';

type QueryAt<P extends keyof paths> = paths[P] extends { get: { parameters: { query?: infer Q } } }
  ? NonNullable<Q>
  : never;

/** The resource type, the zone and the period (`timePeriod.startTime`, `timePeriod.stopTime`). */
export type TimelineQuery<K extends TimelineKind> = Omit<QueryAt<`/capacity/${K}/query`>, 'showTimeline'>;

type Part = Pick<components['schemas']['CapacityAnswer'], 'timeline' | 'timelineOmittedFrom'>;

/** Reads the rows from an instant on; undefined: from the start of the period. */
export type ReadPart = (from: string | undefined) => Promise<Part>;

/** An answer holds so many rows and says from when on there are more. */
export async function* timelineOf(read: ReadPart): AsyncGenerator<TimelineRow, void, undefined> {
  let from: string | undefined;
  do {
    const { timeline = [], timelineOmittedFrom } = await read(from);
    yield* timeline;
    from = timelineOmittedFrom;
  } while (from !== undefined);
}
