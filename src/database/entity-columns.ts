import { getMetadataArgsStorage } from 'typeorm';
import { memoized } from '../kernel/memoized.js';
import { FOREVER, type Instant } from '../kernel/time-window.js';

/** A class that TypeORM maps to a table. */
export type EntityClass<E extends object = object> = new () => E;

/** A column as its entity declares it. Handwritten statements take their column lists from here. */
export interface EntityColumn {
  readonly name: string;
  readonly property: string;
  readonly type: string;
  /** False if PostgreSQL generates the value. */
  readonly isInserted: boolean;
  /** False if it is read on request only. */
  readonly isSelected: boolean;
}

/** The columns of an entity's table, in the order of its class. */
export const columnsOf = memoized((entity: EntityClass): readonly EntityColumn[] =>
  getMetadataArgsStorage()
    .filterColumns(entity)
    .map(({ propertyName, options }) => ({
      name: options.name ?? propertyName,
      property: propertyName,
      type: String(options.type),
      isInserted: options.insert ?? true,
      isSelected: options.select ?? true,
    })),
);

/** The name of an entity's table. */
export const tableOf = memoized((entity: EntityClass): string => {
  const table = getMetadataArgsStorage().tables.find(({ target }) => target === entity);
  if (table?.name === undefined) throw new Error(`${entity.name} has no table`);
  return table.name;
});

/** Some columns in the list of a `select`, under the names of their properties. */
export function selectList<E extends object>(
  entity: EntityClass<E>,
  properties: readonly (keyof E & string)[],
): string {
  const wanted = columnsOf(entity).filter(({ property }) =>
    (properties as readonly string[]).includes(property),
  );
  return wanted.map(({ name, property }) => `${name} as "${property}"`).join(', ');
}

/** A column of a JSON document's row, for `jsonb_to_recordset`. An instant is a number of seconds, or `Infinity`. */
export function jsonColumn({ name, type }: EntityColumn): string {
  return `${name} ${type === 'timestamptz' ? 'float8' : type}`;
}

/** The value of a column in a JSON document's row. */
export function jsonValue({ name, type }: EntityColumn, row: string): string {
  return type === 'timestamptz' ? `to_timestamp(${row}.${name})` : `${row}.${name}`;
}

/** A row as PostgreSQL's `to_json` writes it: column names as members, instants and bytes as text. */
export type JsonRow = Readonly<Record<string, unknown>>;

export const selectedOf = memoized((entity: EntityClass) =>
  columnsOf(entity).filter(({ isSelected }) => isSelected),
);

/** Types whose values are text in a JSON document. */
const FROM_TEXT: Readonly<Record<string, ((text: string) => unknown) | undefined>> = {
  timestamptz: instantFromJson,
  bytea: (text) => Buffer.from(text.slice('\\x'.length), 'hex'),
};

/** The entity of a row in a JSON document. */
export function entityFromJson<E extends object>(entity: EntityClass<E>, row: JsonRow): E {
  const made = new entity();
  const members = made as Record<string, unknown>;
  for (const { name, property, type } of selectedOf(entity)) {
    const value = row[name];
    const read = typeof value === 'string' ? FROM_TEXT[type] : undefined;
    members[property] = read ? read(value as string) : value;
  }
  return made;
}

/**
 * An instant as `to_json` writes it, in the time zone of the database. East of UTC the last instants are in the year 10000,
 * which JavaScript reads as `+010000`.
 */
export function instantFromJson(text: string): Instant {
  if (text === 'infinity') return FOREVER;
  return Math.floor(Date.parse(text[4] === '-' ? text : `+0${text}`) / 1000);
}
