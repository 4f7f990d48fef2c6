import { NIL } from 'uuid';
import { only, type ResourceClass } from '../../kernel/resource-amounts.js';
import type { Pace } from '../../kernel/pace.js';
import { FOREVER, type Instant } from '../../kernel/time-window.js';
import { KEPT, type CapacityTimelines, type CapacityView, type Kept } from './capacity-timelines.js';
import type { FoldEntry } from './entry.js';
import type { Step, TimelineView } from '../timeline/timeline.js';
import type { ZoneView } from './zone-fold.js';

/** The unit of comparison: one class of one provider, or of the zone as a whole. */
export interface FoldPart {
  /** A provider's id; undefined: the zone as a whole. */
  readonly providerId?: string;
  readonly name: ResourceClass;
  /** The number of instants at which it changes. */
  readonly size: number;
}

/** A copy of parts of a kept fold at a head of the ledger. It can be compared while the fold changes. */
export interface FoldCopy {
  readonly head: number;
  /** The fold has no figures before this instant. */
  readonly knownFrom: Instant;
  readonly parts: readonly { readonly part: FoldPart; readonly timelines: CapacityTimelines }[];
}

/** A difference between a kept fold and the ledger. */
export interface DifferingFold {
  readonly zoneId: string;
  readonly providerId?: string;
  readonly name: ResourceClass;
  readonly figure: Kept;
  /** The first instant that differs. */
  readonly at: Instant;
  readonly kept: number;
  readonly ledger: number;
}

/** An id that no provider has. Its figures are 0 unless providers share timelines by mistake. */
const NO_PROVIDER = NIL;

/**
 * The parts of a kept fold and of the ledger. The sum over providers is omitted unless the kept fold has computed it.
 */
export function foldPartsOf(kept: ZoneView, ledger: ZoneView): FoldPart[] {
  const ids = new Set([...kept.providerIds(), ...ledger.providerIds(), NO_PROVIDER]);
  const whole = kept.wholeIfKept();
  return [
    ...[...ids].flatMap((id) => classParts([kept.provider(id), ledger.provider(id)], id)),
    ...(whole ? classParts([whole, ledger.whole()]) : []),
  ];
}

function classParts(both: readonly CapacityView[], providerId?: string): FoldPart[] {
  const names = new Set(both.flatMap((view) => KEPT.flatMap((kept) => [...view.keptClasses(kept)])));
  const sizeOf = (name: ResourceClass): number =>
    KEPT.reduce((sum, kept) => sum + (both[0].timeline(kept, name)?.size ?? 0), 0);
  return [...names].map((name) => ({ providerId, name, size: sizeOf(name) }));
}

/** A fold with the entries of a draft, and these entries. */
interface DraftedFold {
  readonly fold: ZoneView;
  readonly entries: readonly FoldEntry[];
}

/** Copies parts without the entries that the draft has posted, because the ledger doesn't have them yet. */
export function copyOf({ fold, entries }: DraftedFold, parts: readonly FoldPart[]): FoldCopy {
  const { head, knownFrom } = fold;
  return {
    head,
    knownFrom,
    parts: parts.map((part) => {
      const timelines = partIn(fold, part).cut(part.name, { start: knownFrom, end: FOREVER });
      for (const entry of entries)
        if (concerns(part, entry)) timelines.apply(onlyClass(entry, part.name), -1);
      return { part, timelines };
    }),
  };
}

function concerns({ providerId }: FoldPart, entry: FoldEntry): boolean {
  return (providerId ?? entry.providerId) === entry.providerId;
}

function onlyClass(entry: FoldEntry, name: ResourceClass): FoldEntry {
  return { ...entry, amounts: only(entry.amounts, (other) => other === name) };
}

function partIn(fold: ZoneView, { providerId }: FoldPart): CapacityView {
  return providerId === undefined ? fold.whole() : fold.provider(providerId);
}

/**
 * Compares a copy with a fold built from the ledger at the same head.
 *
 * @returns the first difference of each figure
 */
export async function differencesFrom(
  ledger: ZoneView,
  { knownFrom, parts }: FoldCopy,
  pace: Pace,
): Promise<DifferingFold[]> {
  const from = Math.max(knownFrom, ledger.knownFrom);
  const found: DifferingFold[] = [];
  for (const { part, timelines } of parts) {
    for (const figure of KEPT) {
      const right = partIn(ledger, part).timeline(figure, part.name);
      const left = timelines.timeline(figure, part.name);
      const difference = await pace.inParts(firstDifference(left, right, from));
      const { providerId, name } = part;
      if (difference) found.push({ zoneId: ledger.zoneId, providerId, name, figure, ...difference });
    }
  }
  return found;
}

/** The timelines of a full zone have millions of steps. */
const STEPS_PER_PART = 20_000;

function* firstDifference(
  kept: TimelineView | undefined,
  ledger: TimelineView | undefined,
  from: Instant,
): Generator<void, Pick<DifferingFold, 'at' | 'kept' | 'ledger'> | undefined> {
  const [ours, theirs] = [changes(kept, from), changes(ledger, from)];
  let [values, steps] = [{ ours: 0, theirs: 0 }, 0];
  let [a, b] = [ours.next(), theirs.next()];
  while (!a.done || !b.done) {
    const at = Math.min(a.value?.at ?? FOREVER, b.value?.at ?? FOREVER);
    if (a.value?.at === at) [values, a] = [{ ...values, ours: a.value.value }, ours.next()];
    if (b.value?.at === at) [values, b] = [{ ...values, theirs: b.value.value }, theirs.next()];
    if (values.ours !== values.theirs) return { at, kept: values.ours, ledger: values.theirs };
    if (++steps % STEPS_PER_PART === 0) yield;
  }
  return undefined;
}

function* changes(timeline: TimelineView | undefined, from: Instant): Generator<Step, undefined> {
  yield* timeline?.steps({ start: from, end: FOREVER }) ?? [];
  return undefined;
}
