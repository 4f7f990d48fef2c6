import { Injectable } from '@nestjs/common';
import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync } from 'class-validator';
import { DomainError } from '../kernel/domain-error.js';
import { memoized } from '../kernel/memoized.js';
import { fieldsOf } from './validation-fields.js';
import { invalidRequest } from './wire-amounts.js';
import { isPlainObject } from './wire-checks.js';

/** A class whose properties carry the wire's names and class-validator's decorators. */
export type WireClass<T extends object = object> = new () => T;

interface WireMember {
  readonly name: string;
  readonly nested?: WireClass;
}

const OPTIONS = { forbidUnknownValues: true, validationError: { target: false, value: true } };

/**
 * Makes a DTO of parsed JSON and validates it. Members the class doesn't describe are left out. Throws
 * `invalid-request` with one entry per wrong member.
 */
export function parseBody<T extends object>(type: WireClass<T>, plain: unknown): T {
  if (!isPlainObject(plain)) {
    throw new DomainError('invalid', 'body-not-an-object', 'The body must be a JSON object.');
  }
  const dto = fill(type, plain);
  const errors = validateSync(dto, OPTIONS);
  if (errors.length > 0) throw invalidRequest(fieldsOf(errors));
  return dto;
}

/** Applies `parseBody` wherever a handler's parameter is declared as a DTO class, and nowhere else. */
@Injectable()
export class WireValidationPipe implements PipeTransform<unknown, unknown> {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type === 'param' || !isWireClass(metatype) || value instanceof metatype) return value;
    return parseBody(metatype, value);
  }
}

const NATIVE: ReadonlySet<unknown> = new Set([Object, String, Number, Boolean, Array, Date]);

function isWireClass(type: ArgumentMetadata['metatype']): type is WireClass {
  return type !== undefined && !NATIVE.has(type) && shapeOf(type as WireClass).length > 0;
}

/**
 * Reads only the members that the class describes. class-transformer would copy the whole body by reflection on every
 * request: 3 µs for a typical reservation instead of 0.4.
 */
function fill<T extends object>(type: WireClass<T>, plain: Readonly<Record<string, unknown>>): T {
  const dto = new type();
  for (const { name, nested } of shapeOf(type)) {
    if (!Object.hasOwn(plain, name)) continue;
    Reflect.set(dto, name, nested ? fillNested(nested, plain[name]) : plain[name]);
  }
  return dto;
}

function fillNested(type: WireClass, value: unknown): unknown {
  if (isPlainObject(value)) return fill(type, value);
  if (!Array.isArray(value)) return value;
  const elements: unknown[] = value;
  return elements.map((element) => (isPlainObject(element) ? fill(type, element) : element));
}

/** The members of a DTO class, worked out when it is first met. */
const shapeOf = memoized((type: WireClass): readonly WireMember[] => {
  const described = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const names = new Set(described.map(({ propertyName }) => propertyName));
  return [...names].map((name) => ({ name, nested: nestedClass(type, name) }));
});

/** The class that `@Type()` gives a member: what class-transformer makes of an empty object there. */
function nestedClass(type: WireClass, name: string): WireClass | undefined {
  const made: unknown = Reflect.get(plainToInstance(type, { [name]: {} }), name);
  if (!isPlainObject(made) || made.constructor === Object) return undefined;
  return made.constructor as WireClass;
}
