import type { AddressView } from '../allocation/addresses/address-book.js';
import { KEPT } from '../allocation/fold/capacity-timelines.js';
import type { ZoneView } from '../allocation/fold/zone-fold.js';
import type { Instant, TimeWindow } from '../kernel/time-window.js';
import { AddressLimit } from './address-limit.js';
import { cutOf, forEachInstant, Rows, type FigureTimeline } from './figure-timeline.js';
import { limitedFigures, type ZoneAddressFigures } from './limited-addresses.js';
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

/** Adds up several zones; `spare` addresses are available to any of them. */
export function addressTimelineOf(
  zones: readonly ZoneAddressSteps[],
  spare: number,
  window: TimeWindow,
): FigureTimeline {
  const cutAt = Math.min(...zones.map((zone) => zone.cutAt));
  const current = zones.map(({ steps: [first] }) => first.addresses);
  const rows = new Rows(window.start, limitedFigures(current, spare), cutAt);
  const changes = zones.flatMap(({ steps }, zone) => steps.map((step) => ({ ...step, zone })));
  forEachInstant(changes, (at, together) => {
    for (const { zone, addresses } of together) current[zone] = addresses;
    const isNew = together.some((step) => step.isNew);
    rows.add(at, limitedFigures(current, spare), isNew);
  });
  return rows.timeline();
}
