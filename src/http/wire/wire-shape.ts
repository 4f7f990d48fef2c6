import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, IS_OPTIONAL } from 'class-validator';
import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata.js';
import { memoized } from '../../kernel/memoized.js';
import { isPlainObject } from '../../kernel/plain-object.js';
import type { CheckContext, OwnMembers } from './wire-types.js';

/** A class whose properties carry the wire's names and class-validator's decorators. */
export type WireClass<T extends object = object> = new () => T;

export interface WireMember {
  readonly name: string;
  readonly nested?: WireClass;
  readonly members?: OwnMembers;
  /** Null is the same as none. */
  readonly isOptional: boolean;
}

export interface WireShape {
  readonly members: readonly WireMember[];
  readonly names: readonly string[];
}

/** The members of a DTO class, worked out when it is first met. */
export const shapeOf = memoized((type: WireClass): WireShape => {
  const described = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const names = [...new Set(described.map(({ propertyName }) => propertyName))];
  const members = names.map((name) =>
    memberOf(
      type,
      name,
      described.filter(({ propertyName }) => propertyName === name),
    ),
  );
  return { members, names };
});

function memberOf(type: WireClass, name: string, described: readonly ValidationMetadata[]): WireMember {
  const contexts = described.map(({ context }) => context as Partial<CheckContext> | undefined);
  return {
    name,
    nested: nestedClass(type, name),
    members: contexts.find((context) => context?.members)?.members,
    isOptional: described.some((metadata) => metadata.name === IS_OPTIONAL),
  };
}

/** The class that `@Type()` gives a member: what class-transformer makes of an empty object there. */
function nestedClass(type: WireClass, name: string): WireClass | undefined {
  const made: unknown = Reflect.get(plainToInstance(type, { [name]: {} }), name);
  if (!isPlainObject(made) || made.constructor === Object) return undefined;
  return made.constructor as WireClass;
}
