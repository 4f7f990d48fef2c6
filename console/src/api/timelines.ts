import type { TimelineRow } from '@headroom/client';
import { classNamed } from '../kernel/amounts';
import { coarsened, MAX_STEPS } from '../kernel/coarse';
import { fromWire, now, toWire, type TimeWindow } from '../kernel/instant';
import { headroom } from './headroom';
import { explained, request } from './http';
import type { CapacityFigures } from './records';
import { readFromOperations, type CapacityScope, type Step } from './utilization';

interface TimelineAnswer {
  readonly timeline: readonly TimelineRow[];
  readonly timelineOmittedFrom?: string;
}

/**
 * A time line to draw: each change of the figures, or the worst of each stretch where there would be more changes than a chart has
 * pixels. Those steps say their `worstAt`.
 */
export async function readTimeline(
  name: string,
  scope: CapacityScope,
  window: TimeWindow,
  signal?: AbortSignal,
): Promise<readonly Step[]> {
  if (!isNorthbound(name, scope))
    return drawable(await readFromOperations(name, scope, window, signal), window);
  const { timeline, timelineOmittedFrom } = await readPart(name, scope, window, {}, signal);
  if (timelineOmittedFrom === undefined) return timeline.map(stepOf);
  if (name === 'addresses') return drawable(await readEveryChange(name, scope, window, signal), window);
  // The worst instant of what remains must not be mistaken for an earlier one of the same part.
  const parts = await Promise.all(
    splitAt(window, now()).map((part) =>
      readPart(name, scope, part, { resolution: Math.ceil((window.end - window.start) / MAX_STEPS) }, signal),
    ),
  );
  return parts.flatMap((part) => part.timeline.map(stepOf));
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
  return explained(
    collect(headroom.timeline(kind, queryOf(name, scope, window) as never, { signal })),
    signal,
  );
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
