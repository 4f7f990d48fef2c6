import { Injectable } from '@nestjs/common';
import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { validateSync } from 'class-validator';
import { DomainError } from '../../kernel/domain-error.js';
import { BUILT_IN_CLASSES, type ResourceClass } from '../../kernel/resource-amounts.js';
import { isPlainObject } from '../../kernel/plain-object.js';
import { isUnstorable } from '../../kernel/storable-text.js';
import { BodyReading } from './body-reading.js';
import { refuseMisnamed } from './unknown-members.js';
import { fieldsOf } from './validation-fields.js';
import { noteUnknown, type UnknownMember } from '../answers/warnings.js';
import { fieldError, invalidRequest } from '../wire/wire-amounts.js';
import { shapeOf, type WireClass } from '../wire/wire-shape.js';
import { readList } from '../wire/wire-types.js';

const OPTIONS = { forbidUnknownValues: true, validationError: { target: false, value: true } };

/**
 * Makes a DTO of parsed JSON and validates it. Unknown members are left out, and noted in `reading`.
 *
 * @throws DomainError `invalid-request` with one entry per wrong member
 */
export function parseBody<T extends object>(
  type: WireClass<T>,
  plain: unknown,
  reading = new BodyReading(BUILT_IN_CLASSES),
): T {
  if (!isPlainObject(plain)) {
    throw new DomainError('invalid', 'body-not-an-object', 'The body must be a JSON object.');
  }
  const dto = reading.fill(type, plain);
  const errors = validateSync(dto, OPTIONS);
  if (errors.length > 0) throw invalidRequest(fieldsOf(errors));
  return dto;
}

/**
 * Applies `parseBody` to handler parameters that are declared as a DTO class. Unknown members are kept with the body,
 * also for a refused request.
 */
@Injectable()
export class WireValidationPipe implements PipeTransform<unknown, unknown> {
  /** @param classes the known resource classes, which name the members of amounts */
  constructor(private readonly classes: ReadonlyMap<ResourceClass, number> = BUILT_IN_CLASSES) {}

  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type === 'param' || !isWireClass(metatype) || value instanceof metatype) return value;
    if (type === 'query') checkStorable(value as object);
    const reading = new BodyReading(this.classes);
    try {
      const dto = parseBody(metatype, value, reading);
      if (type === 'body') refuseMisnamed(reading.unknown);
      return dto;
    } finally {
      if (reading.unknown.length > 0) noteUnknown(value as object, outermostFirst(reading.unknown));
    }
  }
}

function outermostFirst(unknown: readonly UnknownMember[]): UnknownMember[] {
  return unknown.toSorted((a, b) => a.path.length - b.path.length);
}

/** Like for bodies: PostgreSQL can't store such texts, and a query with one fails. */
function checkStorable(query: object): void {
  const flaws = Object.entries(query).flatMap(([name, value]: [string, unknown]) => {
    const isWrong = readList(value).some((text) => typeof text === 'string' && isUnstorable(text));
    return isWrong ? fieldError([name], 'must not contain NUL or half of a surrogate pair') : [];
  });
  if (flaws.length > 0) throw invalidRequest(flaws);
}

const NATIVE: ReadonlySet<unknown> = new Set([Object, String, Number, Boolean, Array, Date]);

function isWireClass(type: ArgumentMetadata['metatype']): type is WireClass {
  return type !== undefined && !NATIVE.has(type) && shapeOf(type as WireClass).members.length > 0;
}
