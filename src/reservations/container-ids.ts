import { isDeepStrictEqual } from 'node:util';
import { newId } from '../kernel/identifiers.js';
import { isPlainObject } from '../kernel/plain-object.js';
import type { ContainerRequest } from './reservation.js';

type Description = ContainerRequest['description'];

/**
 * The description of a container with ids for its disks, and for itself if the caller has not named it. Those that it has
 * stay. Given at the admission, so that each occurrence of a series has its own.
 */
function withIds({ containerId = newId(), virtualDisks: disks, ...description }: Description): Description {
  return {
    containerId,
    ...description,
    virtualDisks: Array.isArray(disks)
      ? disks.map(identified)
      : isPlainObject(disks)
        ? identified(disks)
        : undefined,
  };
}

function identified(disk: object): object {
  return { storageId: newId(), ...disk };
}

/**
 * The descriptions with the ids of the containers that the reservation has, where they are described in the same way, so that a
 * repeated update changes no id. A container gives its ids once, and to one that names it before others.
 */
export function withIdsOf(
  present: readonly Pick<ContainerRequest, 'description'>[],
  wanted: readonly Description[],
): Description[] {
  const named = new Set(wanted.map(({ containerId }) => containerId));
  const free = new Set(present);
  return wanted.map((description, position) => {
    const { containerId: id } = description;
    const isOf = (one: (typeof present)[number]): boolean =>
      id === undefined
        ? one === present[position] && !named.has(one.description.containerId)
        : one.description.containerId === id;
    const known = present.find((one) => free.has(one) && isOf(one));
    const isSame = known && isDeepStrictEqual(withoutIds(known.description), withoutIds(description));
    if (!isSame) return withIds(description);
    free.delete(known);
    return known.description;
  });
}

/** As JSON has it. */
function withoutIds(container: Description): unknown {
  const text = JSON.stringify({ ...container, containerId: undefined }, (name, value: unknown) =>
    name === 'storageId' ? undefined : value,
  );
  return JSON.parse(text);
}

/** The bytes of a container as stored. */
export function storedBytes(container: ContainerRequest): number {
  return Buffer.byteLength(JSON.stringify({ ...container, description: withIds(container.description) }));
}
