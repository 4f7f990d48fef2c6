import type { TimelineRow } from '@headroom/client';
import { classNamed } from '../kernel/amounts';
import { coarsened, MAX_STEPS } from '../kernel/coarse';
import { fromWire, MINUTE, now, spanOf, toWire, type TimeWindow } from '../kernel/instant';
import { headroom } from './headroom';
import { explained, request } from './http';
import { readOnceSettled } from './past';
import type { CapacityFigures } from './records';
import { readFromOperations, type CapacityScope, type Step } from './utilization';

interface TimelineAnswer {
  readonly timeline: readonly TimelineRow[];
  readonly timelineOmittedFrom?: string;
}

/** What has too many changes to be drawn one by one is not asked for again in that way. */
const tooFine = new Set<string>();

/**
 * A time line to draw: each change of the figures, or the worst of each stretch where there would be more changes than a chart has
 * pixels. Those steps say their `worstAt`.
 */
export function readTimeline(
  name: string,
  scope: CapacityScope,
  window: TimeWindow,
  signal?: AbortSignal,
): Promise<readonly Step[]> {
  const resolution = Math.ceil(spanOf(window) / MAX_STEPS);
  const read = isNorthbound(name, scope) ? readFromNorthbound : readDrawable;
  return readOnceSettled(
    ['timeline', name, scope, resolution],
    window,
    (part, own) => read(name, scope, { part, resolution }, own),
    signal,
  );
}

interface Drawn {
  readonly part: TimeWindow;
  /** Seconds of a stretch, if stretches are drawn. */
  readonly resolution: number;
}

async function readDrawable(
  name: string,
  scope: CapacityScope,
  { part }: Drawn,
  signal?: AbortSignal,
): Promise<readonly Step[]> {
  return drawable(await readFromOperations(name, scope, part, signal), part);
}

async function readFromNorthbound(
  name: string,
  scope: CapacityScope,
  { part, resolution }: Drawn,
  signal?: AbortSignal,
): Promise<readonly Step[]> {
  const key = JSON.stringify([name, scope, part]);
  if (!tooFine.has(key)) {
    const { timeline, timelineOmittedFrom } = await readPart(name, scope, part, {}, signal);
    if (timelineOmittedFrom === undefined) return timeline.map(stepOf);
    if (name === 'addresses') return drawable(await readEveryChange(name, scope, part, signal), part);
    tooFine.add(key);
  }
  // The worst instant of what remains must not be mistaken for an earlier one of the same stretch. To the minute, so that pages ask
  // for the same.
  const minute = Math.floor(now() / MINUTE) * MINUTE;
  const parts = await Promise.all(
    splitAt(part, minute).map((some) => readPart(name, scope, some, { resolution }, signal)),
  );
  return parts.flatMap((some) => some.timeline.map(stepOf));
}

/** All changes of the figures, however many. */
export async function readEveryChange(
  name: string,
  scope: CapacityScope,
  window: TimeWindow,
  signal?: AbortSignal,
): Promise<readonly Step[]> {
  if (!isNorthbound(name, scope)) return readFromOperations(name, scope, window, signal);
  const { kind } = northboundOf(name);
  return explained(collect(headroom.timeline(kind, queryOf(name, scope, window) as never, { signal })), {
    signal,
  });
}

async function collect(rows: AsyncIterable<TimelineRow>): Promise<readonly Step[]> {
  const steps: Step[] = [];
  for await (const row of rows) steps.push(stepOf(row));
  return steps;
}

function isNorthbound(name: string, { without }: CapacityScope): boolean {
  return without === undefined && classNamed(name).northbound !== undefined;
}

function northboundOf(name: string) {
  return classNamed(name).northbound ?? { kind: 'compute' as const, typeId: name };
}

function queryOf(name: string, { zone }: CapacityScope, { start, end }: TimeWindow) {
  const { kind, typeId } = northboundOf(name);
  return {
    zoneId: zone,
    [`${kind}ResourceTypeId`]: typeId,
    'timePeriod.startTime': toWire(start),
    'timePeriod.stopTime': toWire(end),
  };
}

function readPart(
  name: string,
  scope: CapacityScope,
  window: TimeWindow,
  more: { readonly resolution?: number },
  signal?: AbortSignal,
): Promise<TimelineAnswer> {
  const query = { ...queryOf(name, scope, window), ...more, showTimeline: true };
  return request<TimelineAnswer>(`/capacity/${northboundOf(name).kind}/query`, { query, signal });
}

function splitAt({ start, end }: TimeWindow, at: number): TimeWindow[] {
  const isInside = start < at && at < end;
  return isInside
    ? [
        { start, end: at },
        { start: at, end },
      ]
    : [{ start, end }];
}

function stepOf({ startTime, capacityInformation, worstTime }: TimelineRow): Step {
  const figures = capacityInformation as CapacityFigures;
  return { start: fromWire(startTime), ...figures, ...(worstTime && { worstAt: fromWire(worstTime) }) };
}

function drawable(steps: readonly Step[], window: TimeWindow): readonly Step[] {
  return coarsened(steps, window, now());
}
