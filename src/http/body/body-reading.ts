import { DomainError } from '../../kernel/domain-error.js';
import type { ResourceClass } from '../../kernel/resource-amounts.js';
import { isPlainObject } from '../../kernel/plain-object.js';
import { MAX_WARNINGS, type UnknownMember } from '../answers/warnings.js';
import { MAX_LIST_LENGTH } from '../wire/wire-checks.js';
import { shapeOf, type WireClass, type WireMember } from '../wire/wire-shape.js';
import type { OwnMembers } from '../wire/wire-types.js';

type Plain = Readonly<Record<string, unknown>>;

/** A position in a body. Its path is built only for a message. */
interface Place {
  readonly parent?: Place;
  readonly part: string | number;
}

/**
 * Maximum of elements of all lists of objects in a body: validating one costs 5 µs or more, and lists may be nested.
 */
const MAX_ELEMENTS = 5000;

/**
 * Makes the DTO of a parsed body. It reads only the members that the classes describe, and notes the others.
 * class-transformer would copy the whole body by reflection on every request: 3 µs for a typical reservation instead of
 * 0.4.
 */
export class BodyReading {
  /** The members that no class describes, each once for all elements of a list. */
  readonly unknown: UnknownMember[] = [];
  private elements = 0;

  constructor(private readonly classes: ReadonlyMap<ResourceClass, number>) {}

  /** @throws DomainError `invalid-request` for a list that is too long, before reading its elements */
  fill<T extends object>(type: WireClass<T>, plain: Plain, place?: Place): T {
    const dto = new type();
    const { members, names } = shapeOf(type);
    let known = 0;
    for (const member of members) {
      if (!Object.hasOwn(plain, member.name)) continue;
      known += 1;
      const value = plain[member.name];
      if (value === null && member.isOptional) continue;
      Reflect.set(dto, member.name, this.read(member, value, place));
    }
    if (known < Object.keys(plain).length) this.noteUnknown(plain, names, place);
    return dto;
  }

  private read({ name, nested, members }: WireMember, value: unknown, parent?: Place): unknown {
    if (nested) return this.fillNested(nested, value, { parent, part: name });
    if (members && isPlainObject(value)) this.checkMembers(members, value, { parent, part: name });
    return value;
  }

  private fillNested(type: WireClass, value: unknown, place: Place): unknown {
    if (isPlainObject(value)) return this.fill(type, value, place);
    if (!Array.isArray(value)) return value;
    const elements: unknown[] = value;
    this.countElements(elements.length, place);
    return elements.map((element, part) =>
      isPlainObject(element) ? this.fill(type, element, { parent: place, part }) : element,
    );
  }

  private countElements(count: number, place: Place): void {
    this.elements += count;
    if (count > MAX_LIST_LENGTH) {
      throw DomainError.invalidField(pathOf(place), `must be a list of at most ${MAX_LIST_LENGTH} elements`);
    }
    if (this.elements > MAX_ELEMENTS) {
      const rule = `must not have more than ${MAX_ELEMENTS} elements, together with the lists before it`;
      throw DomainError.invalidField(pathOf(place), rule);
    }
  }

  private checkMembers(members: OwnMembers, value: Plain, place: Place): void {
    if (members !== 'classes') this.noteUnknown(value, members, place);
    else if (!Object.keys(value).every((name) => this.classes.has(name))) {
      this.noteUnknown(value, [...this.classes.keys()], place);
    }
  }

  private noteUnknown(plain: Plain, known: readonly string[], place?: Place): void {
    for (const name of Object.keys(plain)) {
      if (this.unknown.length >= MAX_WARNINGS) return;
      if (known.includes(name)) continue;
      const path = pathOf({ parent: place, part: name });
      if (!this.unknown.some((other) => isAlike(other.path, path))) this.unknown.push({ path, known });
    }
  }
}

function pathOf({ parent, part }: Place): (string | number)[] {
  return parent ? [...pathOf(parent), part] : [part];
}

/** Equal apart from list indexes. */
function isAlike(a: UnknownMember['path'], b: UnknownMember['path']): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index] || typeof part === 'number');
}
