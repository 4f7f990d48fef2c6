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

/** Those of a container of the reservation that is described in the same way, so that a repeated update changes no id. */
export function withIdsOf(
  present: readonly Pick<ContainerRequest, 'description'>[],
  description: Description,
  position: number,
): Description {
  const { containerId: id } = description;
  const known =
    id === undefined ? present.at(position) : present.find((one) => one.description.containerId === id);
  const isSame = known && isDeepStrictEqual(withoutIds(known.description), withoutIds(description));
  return isSame ? known.description : withIds(description);
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
