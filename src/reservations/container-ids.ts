import { newId } from '../kernel/identifiers.js';
import { isPlainObject } from '../kernel/plain-object.js';
import type { ContainerRequest } from './reservation.js';

type Description = ContainerRequest['description'];

/**
 * The description of a container with ids for its disks, and for itself if the caller has not named it. Those that it has
 * stay. Given at the admission, so that each occurrence of a series has its own.
 */
export function withIds({
  containerId = newId(),
  virtualDisks: disks,
  ...description
}: Description): Description {
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

/** The bytes of a container as stored. */
export function storedBytes(container: ContainerRequest): number {
  return Buffer.byteLength(JSON.stringify({ ...container, description: withIds(container.description) }));
}
