import { eventually } from '../support/eventually.js';
import { wire } from '../support/calls.js';
import { nonZero, sumOf, type Amounts, type Host } from '../support/placed-model.js';
import { isOn, type Span } from '../support/rules-model.js';
import type { Act } from './placed-plans.js';
import { PlacedZones, type Loss } from './placed-zones.js';

type Body = Record<string, any>;

/** Acts on providers and their capacity. */
export class PlacedCapacity extends PlacedZones {
  protected span({ start, length }: Act): Span {
    const { now } = this.model;
    return { start: Math.max(now + start, now), end: Math.max(now + start + length, now + 1) };
  }

  protected async change({ kind, start, length, ...act }: Act, host: Host): Promise<Loss | void> {
    const { model } = this;
    const asked = this.span({ kind, start, length, ...act });
    const isForced = kind === 'force';
    const figure = isForced ? 'total' : 'available';
    const least = (name: string) =>
      Math.min(...model.changes(asked).map((at) => model[figure](host, name, at)));
    const disks: Amounts = act.which % 3 === 0 ? { gigabytes: 100, volumes: 4 } : {};
    const named = Object.entries(sumOf([act.capacity, disks])).map(([name, amount]) => {
      const atMost = isForced && act.other % 4 > 0 ? Math.max(0, least(name)) : amount;
      return [name, Math.min(amount, atMost)] as const;
    });
    const capacity = nonZero(Object.fromEntries(named));
    if (Object.keys(capacity).length === 0) return;
    const fits =
      kind === 'increase' || Object.entries(capacity).every(([name, amount]) => least(name) >= amount);
    const expected = host.isRetired ? 'error' : fits ? 'ok' : 'conflict';
    const operation = kind === 'increase' ? 'increase-capacity' : 'decrease-capacity';
    const body = { source: host.id, ...wire(asked), capacity, ...(isForced ? { force: true } : {}) };
    const made = await this.decided(operation, body, expected);
    if (made.outcome !== 'ok') return;
    const sign = kind === 'increase' ? 1 : -1;
    const amounts = Object.fromEntries(
      Object.entries(capacity).map(([name, amount]) => [name, sign * amount]),
    );
    model.pools.push({ id: made['pool-id'] as string, host, ...asked, amounts });
    return isForced ? { host, span: asked, displaced: made.displaced as string[] } : undefined;
  }

  protected async endPool({ which, other }: Act, preferred: Host): Promise<Loss | void> {
    const { model } = this;
    const known = model.pools.filter(({ id, start, end }) => id && end > model.now && end > start);
    const mine = which % 2 === 0 ? known.filter((pool) => pool.host === preferred) : known;
    const pool = mine.at(which % Math.max(mine.length, 1));
    if (!pool) return;
    const isForced = other % 3 > 0;
    const { host } = pool;
    const isPossible = Object.entries(pool.amounts).every(([name, amount]) => {
      const figures = model.changes(pool).map((at) => {
        return isForced ? model.total(host, name, at) : model.available(host, name, at);
      });
      return amount < 0 || Math.min(...figures) >= amount;
    });
    const answer = await this.removed(
      `/pools/${pool.id}`,
      isForced ? '&force=true' : '',
      isPossible ? 200 : 409,
    );
    if (!isPossible) return;
    const span = { start: pool.start, end: pool.end };
    pool.end = Math.max(pool.start, model.now);
    return isForced ? { host, span, displaced: answer.displaced as string[] } : undefined;
  }

  private async removed(path: string, more: string, expected?: number): Promise<Body> {
    const heads = await this.heads();
    const dry = await this.service.http.delete(`${path}?dryRun=true${more}`);
    expect(await this.heads()).toEqual(heads);
    const { status, body } = await this.service.http.delete(`${path}?${more}`);
    expect([path, dry.status, status, body]).toEqual([path, status, expected ?? status, body]);
    this.dry = status === 200 ? dry.body : undefined;
    return { ...body, status };
  }

  protected async withdraw(act: Act, host: Host): Promise<Loss | void> {
    const { model } = this;
    const asked = this.span(act);
    if (host.isRetired) return;
    const { start, end } = wire(asked);
    const body = { start, ...(end ? { end } : {}) };
    const { displaced } = await this.decided(`providers/${host.id}/withdraw`, body, 'ok');
    const names = [...new Set(model.pools.flatMap(({ amounts }) => Object.keys(amounts)))];
    const edges = model.changes(asked);
    const parts = edges.map((from, index) => ({
      ...{ host, start: from, end: edges[index + 1] ?? asked.end },
      amounts: nonZero(Object.fromEntries(names.map((name) => [name, -model.total(host, name, from)]))),
    }));
    model.pools.push(...parts);
    return { host, span: asked, displaced: displaced as string[] };
  }

  protected async retire(host: Host): Promise<void> {
    const { model } = this;
    const path = `/providers/${host.id}`;
    if (host.isRetired) return void (await this.removed(path, '', 404));
    const backed = model.reservations.filter(
      (one) => model.isLive(one) && (host.id in one.claims || one.demand.only === host),
    );
    const up = model.instances.filter((instance) => instance.host === host && isOn(instance, model.now));
    if (backed.length + up.length > 0) {
      const { dependents } = await this.removed(path, '', 409);
      const ids = [
        ...up.map(({ id }) => `ResourceAllocation:${id}`),
        ...backed.map(({ id }) => `ResourceReservation:${id}`),
      ];
      expect(dependents).toEqual(expect.arrayContaining(ids));
      return;
    }
    // Instances that are over hold it up until their servers are gone, which may be between a dry run and the request.
    await eventually(() => this.service.http.delete(`${path}?dryRun=true`).expect(200));
    await this.removed(path, '', 200);
    host.isRetired = true;
    for (const pool of model.pools) {
      if (pool.host === host) pool.end = Math.min(pool.end, Math.max(pool.start, model.now));
    }
  }

  /** Registers a provider again, whether it is retired or not, with other traits. */
  protected async register({ traits = {} }: Act, host: Host): Promise<void> {
    const { model } = this;
    const added = await this.post('add-provider', registration({ ...host, traits }));
    expect(added).toMatchObject({ result: 'ok', 'provider-id': host.id });
    Object.assign(host, { traits, isRetired: false });
    for (const one of model.reservations) one.isMisplaced ||= host.id in one.claims;
  }
}

/** The same registration again is the same provider. Traits that it leaves out would stay. */
export function registration({ id: _, zone, traits, endpoint }: Host) {
  const all = { cpuArchitecture: 'x86', typeOfStorage: 'volume', rdmaSupported: false, ...traits };
  const login = { username: 'operator', password: 'correct horse' };
  return { 'provider-type': 'simulated', endpoint, ...login, zone, traits: all };
}
