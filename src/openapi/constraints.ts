import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { getMetadataStorage, ValidationTypes } from 'class-validator';
import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata.js';
import { MAX_LIST_LENGTH } from '../http/wire/wire-checks.js';
import { shapeOf, type WireClass } from '../http/wire/wire-shape.js';
import type { CheckContext, Nesting, NullContext } from '../http/wire/wire-types.js';

type Keywords = Readonly<Record<string, unknown>>;

/** Where `@ApiProperty()` keeps what it was given; the library has no public way to read it back. */
const MODEL_PROPERTIES = 'swagger/apiModelProperties';

/**
 * Completes what `@ApiProperty()` says of the members of request classes with what their validators demand, so that no class states a
 * constraint twice. What `@ApiProperty()` states itself stays.
 */
export function describeConstraints(types: Iterable<WireClass>, described = new Set<WireClass>()): void {
  for (const type of types) {
    if (described.has(type)) continue;
    described.add(type);
    const { names, members } = shapeOf(type);
    for (const name of names) describeMember(type, name);
    const nested = members.map((member) => member.nested).filter((each) => each !== undefined);
    describeConstraints(nested, described);
  }
}

function describeMember(type: WireClass, name: string): void {
  const prototype = type.prototype as object;
  const given = (Reflect.getMetadata(MODEL_PROPERTIES, prototype, name) ?? {}) as Keywords;
  const validators = getMetadataStorage()
    .getTargetValidationMetadatas(type, '', false, false)
    .filter(({ propertyName }) => propertyName === name);
  const form = isFormStated(given) ? {} : formOf(type, validators);
  ApiProperty(withNull({ ...form, ...presenceOf(validators), ...statedIn(given) }))(prototype, name);
}

/** The library would nest the alternatives of a member that may be null in another `anyOf`. */
function withNull({ nullable, ...keywords }: Keywords): Keywords {
  const { anyOf } = keywords as { readonly anyOf?: readonly { readonly type?: string }[] };
  if (!nullable || !anyOf) return { nullable, ...keywords };
  return { ...keywords, anyOf: [...anyOf.filter(({ type }) => type !== 'null'), { type: 'null' }] };
}

/** The type that the library adds by reflection is a class, and says less than the validators do. */
function isFormStated(given: Keywords): boolean {
  return typeof given.type === 'string' || 'allOf' in given || 'anyOf' in given;
}

function statedIn({ type, ...given }: Keywords): Keywords {
  return typeof type === 'string' ? { type, ...given } : given;
}

function formOf(owner: WireClass, validators: readonly ValidationMetadata[]): Keywords {
  const { schema, nesting } = checkedBy(validators);
  return nesting ? nestingKeywords(owner, nesting) : { ...schema };
}

/** Whether a member may be left out, and whether null says something of its own. */
function presenceOf(validators: readonly ValidationMetadata[]): Keywords {
  const { check } = checkedBy(validators);
  const isConditional = validators.some(({ type }) => type === ValidationTypes.CONDITIONAL_VALIDATION);
  // A check may accept an absent member by itself.
  const isRequired = !isConditional && check?.(undefined) !== undefined;
  return {
    ...(isRequired ? {} : { required: false }),
    ...(contextsOf(validators).some(({ isClearable }) => isClearable) ? { nullable: true } : {}),
  };
}

function checkedBy(validators: readonly ValidationMetadata[]): Partial<CheckContext> {
  return contextsOf(validators).find(({ check }) => check) ?? {};
}

function contextsOf(validators: readonly ValidationMetadata[]): Partial<CheckContext & NullContext>[] {
  return validators.map(({ context }) => (context ?? {}) as Partial<CheckContext & NullContext>);
}

function nestingKeywords(owner: WireClass, { type, form }: Nesting): Keywords {
  const nested = type();
  if (form === 'one') return { type: nested };
  if (form === 'list') return { type: nested, isArray: true, maxItems: MAX_LIST_LENGTH };
  const reference = { $ref: getSchemaPath(nested) };
  // A reference alone doesn't bring its schema into the document.
  ApiExtraModels(nested)(owner);
  return { anyOf: [reference, { type: 'array', items: reference, maxItems: MAX_LIST_LENGTH }] };
}
