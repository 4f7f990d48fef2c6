import { unwrap, type Headroom, type HeadroomHttp, type Schemas } from '@headroom/client';
import { InvalidArgumentError, type Command } from 'commander';

type Threshold = Schemas['ThresholdMember'];
type Condition = Threshold['threshold']['condition'];
type Figure = Threshold['threshold']['capacity_info'];

export interface WatchOptions {
  readonly class?: string;
  readonly zone?: string;
  readonly when?: Threshold;
}

/** What a subscription is about: reservations (all, when none is named), or the capacity of a class. */
export type Subject = { readonly reservations: readonly string[] } | WatchOptions;

/** Where notifications are sent; without an address, to the default one of the service, or they are kept for reading. */
export interface Callback {
  readonly callbackUri?: string;
  readonly callbackToken?: string;
}

/** Of the request that subscribes. */
export interface SubscribeOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface Subscribed {
  readonly id: string;
  readonly secret: string;
}

const CONDITIONS: Readonly<Record<string, Condition>> = {
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
  '=': 'eq',
  '!=': 'ne',
};

/** The kind of Group B by which a class is watched, and its type id there; a custom class goes by its own name. */
const TYPES = {
  addresses: ['network', 'publicIps'],
  gigabytes: ['storage', 'storageSize'],
  volumes: ['storage', 'volumes'],
  snapshots: ['storage', 'snapshots'],
  cores: ['compute', 'cpuCores'],
  ram: ['compute', 'virtualMemSize'],
  instances: ['compute', 'vcInstances'],
} as const;

/** Adds the two forms of a command: `<command> reservations [id...]` and `<command> capacity`. */
export function aboutSubjects(
  parent: Command,
  add: (command: Command) => Command,
): { readonly reservations: Command; readonly capacity: Command } {
  const reservations = parent
    .command('reservations')
    .description('changes of reservations')
    .argument('[id...]', 'their ids (default: all, also later ones)');
  const capacity = parent
    .command('capacity')
    .description('changes of capacity')
    .requiredOption('-c, --class <class>', 'resource class, such as cores')
    .option('-z, --zone <zone>', 'only this zone (default: the whole service)')
    .option(
      '--when <condition>',
      "only when this becomes true, such as 'available<10' or 'reserved>=80%'",
      threshold,
    );
  return { reservations: add(reservations), capacity: add(capacity) };
}

/**
 * Subscribes.
 *
 * @throws ProblemError when the service refuses it, such as an address in a private network
 */
export async function subscribeTo(
  { http }: Headroom,
  subject: Subject,
  callback: Callback = {},
  options: SubscribeOptions = {},
): Promise<Subscribed> {
  if ('reservations' in subject) {
    const inputFilter = subject.reservations.map((reservationId) => ({ reservationId }));
    const body = { inputFilter, ...callback };
    const request = http.POST('/reservation/subscribe', { body, ...options });
    const { reservationChangeSubscriptionId: id, secret } = await unwrap(request);
    return { id, secret };
  }
  const request = subscribeToCapacity(http, options, subject, callback);
  const { capacityChangeSubscriptionId: id, secret } = await unwrap(request);
  return { id, secret };
}

function subscribeToCapacity(
  http: HeadroomHttp,
  options: SubscribeOptions,
  { class: name = '', zone, when }: WatchOptions,
  callback: Callback,
) {
  const [kind, type] = isKnown(name) ? TYPES[name] : (['compute', name] as const);
  const common = { ...callback, zoneId: zone, threshold: when };
  if (kind === 'network') {
    return http.POST('/capacity/network/subscribe', {
      ...options,
      body: { ...common, networkResourceTypeId: type },
    });
  }
  if (kind === 'storage') {
    return http.POST('/capacity/storage/subscribe', {
      ...options,
      body: { ...common, storageResourceTypeId: type },
    });
  }
  const computeResourceTypeId = type as Schemas['ComputeResourceTypeId'];
  return http.POST('/capacity/compute/subscribe', { ...options, body: { ...common, computeResourceTypeId } });
}

function isKnown(name: string): name is keyof typeof TYPES {
  return Object.hasOwn(TYPES, name);
}

function threshold(text: string): Threshold {
  const [, figure, sign, value, percent] =
    /^(available|reserved|total|allocated)\s*(<=|>=|!=|<|>|=)\s*(-?\d+(?:\.\d+)?)(%?)$/.exec(text.trim()) ??
    [];
  const condition = CONDITIONS[sign ?? ''];
  if (condition === undefined)
    throw new InvalidArgumentError("It is written like 'available<10' or 'reserved>=80%'.");
  return {
    thresholdType: percent ? 'percentageOfTotal' : 'absoluteValue',
    threshold: { capacity_info: figure as Figure, condition, value: Number(value) },
  };
}
