import { DomainError, type WrongField, type CounterOffer } from '../../kernel/domain-error.js';
import { classesNamedIn, textOf, type Message } from '../../kernel/message.js';
import { NORTHBOUND_MEMBER } from '../../kernel/northbound-kind.js';
import type { ResourceAmounts, ResourceClass } from '../../kernel/resource-amounts.js';

/** A list of containers has no member for a class, and custom classes have a place of their own. */
const CONTAINERS = 'virtualizationContainerReservation';
const CUSTOM_RESOURCES = 'customResources';

/** The refusal in Group B's names: `numCpuCores` in its text, its pointers and its offer for the domain's `cores`. */
export function inNorthboundWords(error: DomainError): DomainError {
  const { kind, code, said, offer, retryAfter, cause } = error;
  const message = textOf(placed(said), wordFor);
  const named = new Set(classesNamedIn(said));
  const fields = error.fields.map(({ path, detail }) => ({
    path: pathOf(path, named),
    detail: detail === error.message ? message : detail,
  }));
  return new DomainError(kind, code, message, { fields, offer: offer && offerOf(offer), retryAfter, cause });
}

/** A message that names a member by its class (`computePoolReservation.cores`) names one that Group B has. */
function placed(said: Message): Message {
  if (typeof said === 'string') return said;
  return said.map((part, index) => {
    const next = said.at(index + 1);
    if (typeof part !== 'string' || !part.endsWith('.') || typeof next !== 'object') return part;
    if (part.endsWith(`${CONTAINERS}.`)) return `${part.slice(0, -1)}: `;
    return hasMember(next.resourceClass) ? part : `${part}${CUSTOM_RESOURCES}.`;
  });
}

function pathOf(path: WrongField['path'], named: ReadonlySet<ResourceClass>): WrongField['path'] {
  const last = path.at(-1);
  if (typeof last !== 'string' || !named.has(last)) return path;
  const above = path.slice(0, -1);
  if (above.at(-1) === CONTAINERS) return above;
  return hasMember(last) ? [...above, wordFor(last)] : [...above, CUSTOM_RESOURCES, last];
}

function offerOf({ maxCapacity, ...windows }: CounterOffer): CounterOffer {
  return { maxCapacity: amountsInNorthboundWords(maxCapacity), ...windows };
}

export function amountsInNorthboundWords(amounts: ResourceAmounts): ResourceAmounts {
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [wordFor(name), amount]));
}

/** A class without a member in Group B keeps its name. */
function wordFor(name: ResourceClass): string {
  return hasMember(name) ? NORTHBOUND_MEMBER[name] : name;
}

function hasMember(name: ResourceClass): boolean {
  return Object.hasOwn(NORTHBOUND_MEMBER, name);
}
