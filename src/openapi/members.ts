import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { COLLECTION_SCHEMA, oneOfSchema, UUID_SCHEMA } from '../http/wire/wire-schemas.js';

/** Decorators for the members of answers: what they are, and their form on the wire. */

type Keywords = Readonly<Record<string, unknown>>;

/** For a member that not every answer has. */
export const OPTIONAL: Keywords = { required: false };

/** Completes the description of a start in a request. */
export const NOW_MARKERS = 'Omitted, null, 0 and "0" mean now; a start in the past means from now on.';

/** Describes a name and labels in a request. */
export const NAME_TEXT = 'A name to filter by, not necessarily unique. Null removes it.';
export const LABELS_TEXT = 'Key → text, to filter by. New labels replace all present ones; null removes all.';

export function Member(keywords: Keywords): PropertyDecorator {
  return ApiProperty(keywords);
}

/** Members of one form, which differ in their description. */
function ofForm(form: Keywords): (description: string, more?: Keywords) => PropertyDecorator {
  return (description, more) => Member({ ...form, description, ...more });
}

export const Word = ofForm({ type: 'string' });
export const Whole = ofForm({ type: 'integer' });
export const Flag = ofForm({ type: 'boolean' });
export const Id = ofForm(UUID_SCHEMA);
export const Time = ofForm({ type: 'string', format: 'date-time', pattern: '^[0-9-]{10}T[0-9:]{8}Z$' });

/** An object with any members. Without `additionalProperties`, generators of types take it for one that has none. */
export const AnyObject = ofForm({ type: 'object', additionalProperties: true });

export const OneOf = (
  words: readonly string[],
  description: string,
  more: Keywords = {},
): PropertyDecorator => Member({ ...oneOfSchema(words), description, ...more });

/** A member that is the same in every answer. */
export const Always = (value: string, description?: string, more: Keywords = {}): PropertyDecorator =>
  Member({ type: 'string', const: value, description, ...more });

/** An object described by a class, which has to be declared before. */
export const Part = (type: new () => object, description?: string, more: Keywords = {}): PropertyDecorator =>
  Member({ type, description, ...more });

/** A list of objects described by a class, which has to be declared before. */
export const Parts = (type: new () => object, description: string, more: Keywords = {}): PropertyDecorator =>
  Member({ type: [type], description, ...more });

export const List = (items: Keywords, description: string, more: Keywords = {}): PropertyDecorator =>
  Member({ type: 'array', items, description, ...more });

export const Ids = (each: string, description: string, more: Keywords = {}): PropertyDecorator =>
  List({ ...UUID_SCHEMA, description: each }, description, more);

export const Words = (each: string, description: string, more: Keywords = {}): PropertyDecorator =>
  List({ type: 'string', description: each }, description, more);

export const Collections = (description: string, more: Keywords = {}): PropertyDecorator =>
  List({ ...COLLECTION_SCHEMA, description: 'A collection.' }, description, more);

/** A schema of `config-schemas.ts`: its members depend on the configuration, so no class can declare them. */
export const Configured = (name: string, description?: string, more: Keywords = {}): PropertyDecorator =>
  Member({ allOf: [{ $ref: `#/components/schemas/${name}` }], description, ...more });

export const Amounts = (description: string, more: Keywords = {}): PropertyDecorator =>
  Configured('Amounts', description, more);

/** The labels that an answer carries. */
export const LabelsMember = (): PropertyDecorator =>
  Member({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Its labels, where it has some.',
    ...OPTIONAL,
  });

/** What a class says of its schema as a whole. */
export const Described = (keywords: Keywords): ClassDecorator => ApiSchema(keywords);

/** The class of one page of a list, for the document. */
export function pageSchemaOf(item: new () => object, name = `${item.name}Page`): new () => object {
  @Described({ name })
  class PageAnswer {
    @Parts(item, 'The items of this page.')
    items!: object[];

    @Word('The `cursor` of the next page; absent on the last one, where the list ends.', OPTIONAL)
    next?: string;
  }
  return PageAnswer;
}
