import { InstancesClock } from '../../src/instances/instances-clock.worker.js';
import { ReservationsClock } from '../../src/reservations/reservations-clock.worker.js';
import { wire } from '../support/calls.js';
import { totalOf, type Amounts, type Host, type Reservation, type Wanted } from '../support/placed-model.js';
import { isOn } from '../support/rules-model.js';
import { SIZES, type Act } from './placed-plans.js';
import { checkCriteria, checkRoom, checkRows, checkType } from './placed-figures.js';
import { PlacedCapacity } from './placed-capacity.js';
import { asContainers, type Loss } from './placed-zones.js';

type Body = Record<string, any>;

/** Zones in which acts are carried out. Each request that a model can decide has the outcome that it expects. */
export class ActingZones extends PlacedCapacity {
  async act(act: Act): Promise<void> {
    this.about = undefined;
    this.dry = undefined;
    await this.adopt(await this.carryOut(act));
    expect([act, this.model.faults()]).toEqual([act, []]);
    for (const check of [checkRows, checkType, checkCriteria, checkRoom])
      await check(this, act, this.span(act));
  }

  private carryOut(act: Act): Promise<Loss | void> {
    const { model } = this;
    const { kind } = act;
    const live = model.reservations.filter((one) => model.isLive(one));
    const one = live.at(act.which % Math.max(live.length, 1));
    const backing = model.hosts.filter(({ id }) => live.some(({ claims }) => id in claims));
    const isLoss = ['force', 'withdraw', 'end'].includes(kind) && backing.length > 0;
    const host = isLoss ? backing[act.other % backing.length] : model.hosts[act.which % model.hosts.length];
    if (kind === 'advance') return this.advance(1 + (act.which % 8));
    if (kind === 'containers' || kind === 'capacity') return this.create(act);
    const active = live.filter(({ status, start }) => status === 'admitted' && start <= model.now);
    const drawn = active.at(act.which % Math.max(active.length, 1)) ?? one;
    if (kind === 'boot')
      return this.boot(act, act.other % 4 === 0 ? undefined : act.other % 4 === 1 ? one : drawn);
    if (kind === 'destroy') return this.destroy(act);
    if (kind === 'retire') return this.retire(host);
    if (kind === 'register') return this.register(act, host);
    if (kind === 'end') return this.endPool(act, host);
    if (kind === 'withdraw') return this.withdraw(act, host);
    if (kind === 'increase' || kind === 'decrease' || kind === 'force') return this.change(act, host);
    if (!one) return Promise.resolve();
    return kind === 'cancel' ? this.cancel(one) : this.update(act, one);
  }

  private async advance(seconds: number): Promise<void> {
    this.service.clock.advance(seconds);
    this.model.now += seconds;
    for (const worker of [ReservationsClock, InstancesClock]) await this.service.app.get(worker).tick();
    for (const zone of this.zones) await this.post('query-capacity', { zone, 'show-utilization': false });
  }

  private async create({ kind, containers, capacity, traits, other, ...act }: Act): Promise<void> {
    const { model } = this;
    const zone = this.zones[other % 4 === 0 ? 1 : 0];
    const asked = this.span(act as Act);
    const { start, end } = wire(asked);
    const isTied = kind === 'capacity' && other % 7 === 0;
    const [only] = isTied ? model.hostsOf(zone).filter(({ isRetired }) => !isRetired) : [];
    const wanted: Wanted = kind === 'containers' ? { containers } : { capacity, traits, only };
    const demand = model.demandOf(wanted, zone);
    const expected = model.fits(demand, zone, asked) ? 'ok' : 'conflict';
    const elements = only ? [`ResourceProvider:${only.id}`] : undefined;
    const body = { zone, start, end, capacity, traits, elements };
    const made = wanted.containers
      ? await this.decided(
          'reservation/compute/create',
          { zoneId: zone, startTime: start, endTime: end, ...asContainers(containers) },
          expected,
        )
      : await this.decided('create-reservation', body, expected);
    if (made.outcome !== 'ok')
      return this.expectOffer(made.offer as Body, { demand, zone, ...asked }, (most, others) =>
        this.post('create-reservation', { ...body, capacity: most, traits: others, 'dry-run': true }),
      );
    const id = (made['reservation-id'] ?? made.reservationData.reservationId) as string;
    const placed = { status: 'admitted', claims: {}, isDivided: false, isMisplaced: false };
    this.about = { id, zone, ...asked, wanted, demand, ...placed };
    model.reservations.push(this.about);
    await this.expectPlacement(id);
  }

  private async update(
    { kind, parts, containers, capacity, traits, ...act }: Act,
    one: Reservation,
  ): Promise<void> {
    const { model } = this;
    const isUsed = model.up(one).length > 0;
    const isMove = kind === 'move' && !one.wanted.only;
    if (isUsed && isMove) return;
    this.about = one;
    const zone = (isMove && this.zones.find((each) => each !== one.zone)) || one.zone;
    const asked = this.span(act as Act);
    const hasStart = parts.start && !isUsed;
    const from = hasStart ? asked.start : one.start;
    const isKept = from <= model.now && one.start <= model.now && !isMove;
    const start = isKept ? one.start : Math.max(from, model.now);
    const end = Math.max(parts.end ? asked.end : one.end, start + 1);
    const window = { start, end };
    const times = [
      hasStart ? wire(asked).start : undefined,
      end === one.end ? undefined : wire({ start: 0, end }).end,
    ];
    const wanted: Wanted = !parts.demand
      ? one.wanted
      : one.wanted.containers
        ? { containers }
        : { ...one.wanted, capacity, traits };
    const demand = isMove || parts.demand ? model.demandOf(wanted, zone) : one.demand;
    const isSure = !isUsed && !one.isDivided && !one.isMisplaced;
    const expected = model.fits(demand, zone, window, new Set([one])) ? 'ok' : 'conflict';
    const isOfContainers = one.wanted.containers !== undefined;
    const [path, body] = isOfContainers
      ? [
          'reservation/compute/update',
          {
            ...{ reservationId: one.id, startTime: times[0], endTime: times[1] },
            ...(isMove ? { zoneId: zone } : {}),
            ...(parts.demand ? asContainers(containers) : {}),
          },
        ]
      : [
          'update-reservation',
          {
            ...{ 'reservation-id': one.id, start: times[0], end: times[1] },
            ...(isMove ? { zone } : {}),
            ...(parts.demand ? replacing(one.wanted, wanted) : {}),
          },
        ];
    const answer = await this.decided(path, body, isSure ? expected : undefined);
    if (answer.outcome === 'conflict' && isSure)
      await this.expectOffer(
        answer.offer as Body,
        { demand, zone, start: Math.max(start, model.now), end },
        async (most) =>
          isOfContainers ? { result: 'ok' } : this.post(path, { ...body, 'dry-run': true, capacity: most }),
        one,
      );
    if (answer.outcome !== 'ok') return;
    Object.assign(one, { ...window, zone, wanted, demand });
    for (const instance of model.up(one)) instance.end = end;
    await this.expectPlacement(one.id);
    // Of those that are admitted again, the dry run of a move lists those of the new zone only.
    if (isMove) this.dry = undefined;
  }

  private async cancel(one: Reservation): Promise<void> {
    this.about = one;
    const isOfContainers = one.wanted.containers !== undefined;
    if (isOfContainers) {
      const { status } = await this.service.http.delete(`/reservation/compute/${one.id}`);
      expect(status).toBe(200);
    } else await this.decided('cancel-reservation', { 'reservation-id': one.id }, 'ok');
    one.status = 'terminated';
  }

  private async boot({ which, other }: Act, one: Reservation | undefined): Promise<void> {
    const { model } = this;
    const { now } = model;
    const flavors = Object.keys(SIZES);
    const flavor = flavors[other % flavors.length];
    const given = !one || which % 4 === 0 ? model.hosts[other % model.hosts.length] : undefined;
    const hosts = given ? [given] : model.hosts;
    if (given?.isRetired) return;
    const sizeOn = (host: Host): Amounts => {
      const { gigabytes, ...size } = SIZES[flavor];
      const isTracked = model.tracks('gigabytes', (each) => each === host);
      return { ...size, instances: 1, ...(isTracked ? { gigabytes } : {}) };
    };
    const drawnOn = (host: Host): Amounts => {
      const { gigabytes = 0, ...rest } = sizeOn(host);
      const reservesDisk = one && (totalOf(one.demand).gigabytes ?? 0) > 0;
      return reservesDisk && gigabytes > 0 ? { ...rest, gigabytes } : rest;
    };
    const suits = (host: Host): boolean => {
      const size = sizeOn(host);
      const drawn = one ? drawnOn(host) : {};
      const window = { start: now, end: one?.end ?? Infinity };
      return Object.entries(size).every(([name, amount]) =>
        one && name in drawn
          ? model.left(one, host, name) >= amount
          : model.room(host, name, window) >= amount,
      );
    };
    const isActive = !one || (one.status === 'admitted' && one.start <= now);
    const expected = !isActive ? 'error' : hosts.some(suits) ? 'ok' : 'conflict';
    const body = {
      'reservation-id': one?.id,
      'provider-id': given?.id,
      flavor,
      name: 'web',
      image: 'debian-13',
    };
    const made = await this.decided('create-instance', body, expected);
    if (made.outcome !== 'ok') return;
    const id = made['instance-id'] as string;
    const { providerId } = (await this.caller.get(`/instances/${id}`)).body;
    const [host] = hosts.filter((each) => each.id === providerId);
    expect(suits(host)).toBe(true);
    const end = one?.end ?? Infinity;
    const drawn = one ? drawnOn(host) : {};
    model.instances.push({ id, of: one, host, start: now, end, amounts: sizeOn(host), drawn });
  }

  private async destroy({ which }: Act): Promise<Loss | void> {
    const { model } = this;
    const up = model.instances.filter((instance) => isOn(instance, model.now));
    const instance = up.at(which % Math.max(up.length, 1));
    if (!instance) return;
    const { of: one, host, id } = instance;
    this.about = one;
    await this.decided('destroy-instance', { 'instance-id': id }, 'ok');
    instance.end = model.now;
    return one?.status === 'admitted' ? { host, span: one } : undefined;
  }
}

/** The members of an update that replace all amounts and traits. */
function replacing(before: Wanted, { capacity, traits }: Wanted) {
  const zeros = Object.fromEntries(Object.keys(before.capacity ?? {}).map((name) => [name, 0]));
  const none = { cpuArchitecture: null, typeOfStorage: null, rdmaSupported: null };
  return { capacity: { ...zeros, ...capacity }, traits: traits ? { ...none, ...traits } : null };
}
