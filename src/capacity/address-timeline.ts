import type { AddressView } from '../allocation/addresses/address-book.js';
import { KEPT } from '../allocation/fold/capacity-timelines.js';
import type { ZoneView } from '../allocation/fold/zone-fold.js';
import type { Instant, TimeWindow } from '../kernel/time-window.js';
import { AddressLimit } from './address-limit.js';
import { EarliestChanges } from './earliest-changes.js';
import { cutOf, KEPT_INSTANTS, Rows, type FigureTimeline } from './figure-timeline.js';
import { AddressSum, type ZoneAddressFigures } from './limited-addresses.js';
import { capacityOf, handovers } from './worst-instant.js';

interface AddressStep {
  readonly at: Instant;
  readonly addresses: ZoneAddressFigures;
  readonly isNew: boolean;
}

/** The addresses of one zone from instant to instant. */
export interface ZoneAddressSteps {
  readonly steps: readonly AddressStep[];
  /** From then on the steps are unknown, because there would be too many; `Infinity`: none is. */
  readonly cutAt: Instant;
}

export function addressStepsOf(fold: ZoneView, addresses: AddressView, window: TimeWindow): ZoneAddressSteps {
  const { whole, providers } = capacityOf(fold);
  const kept = KEPT.flatMap((figure) => whole.timeline(figure, 'addresses') ?? []);
  const cutAt = cutOf([...kept, addresses.overTime.begun, addresses.overTime.held], window);
  const shown = { start: window.start, end: Math.min(cutAt, window.end) };
  const limit = new AddressLimit(addresses, shown, true);
  const instants = new Set([shown.start, ...limit.instants()]);
  for (const timeline of kept) for (const { at } of timeline.steps(shown)) instants.add(at);
  const handedOver = new Set(handovers(providers, 'addresses', shown));
  for (const at of handedOver) instants.add(at);
  const { own, spare } = addresses;
  const steps = [...instants]
    .sort((a, b) => a - b)
    .map((at) => {
      const figures = whole.figuresAt('addresses', at);
      const { free, isNew } = limit.next(at, figures.available);
      return { at, isNew: isNew || handedOver.has(at), addresses: { figures, own, free, spare } };
    });
  return { steps, cutAt };
}

interface Delta {
  readonly addresses: AddressSum;
  isNew: boolean;
}

/** Adds up several zones; `spare` addresses are available to any of them. Pauses after each zone. */
export function* addressTimelineOf(
  zones: readonly ZoneAddressSteps[],
  spare: number,
  window: TimeWindow,
): Generator<void, FigureTimeline> {
  const deltas = new EarliestChanges<Delta>(KEPT_INSTANTS, () => ({
    addresses: new AddressSum(),
    isNew: false,
  }));
  for (const { steps, cutAt } of zones) {
    deltas.cut(cutAt);
    for (const [index, { at, addresses, isNew }] of steps.entries()) {
      const delta = deltas.at(at);
      if (!delta) break;
      delta.addresses.addZone(addresses, 1);
      if (index > 0) delta.addresses.addZone(steps[index - 1].addresses, -1);
      delta.isNew ||= isNew;
    }
    yield;
  }
  const sum = new AddressSum();
  const rows = new Rows(window.start, sum.figures(spare), deltas.cutAt);
  for (const [at, { addresses, isNew }] of deltas.inOrder()) {
    sum.add(addresses);
    rows.add(at, sum.figures(spare), isNew);
  }
  return rows.timeline();
}
