import type { ColumnOptions, ValueTransformer } from 'typeorm';
import { FOREVER, type Instant } from '../kernel/time-window.js';

/** `timestamptz` ↔ instant in whole seconds; PostgreSQL's `infinity` is FOREVER. */
const instantTransformer: ValueTransformer = {
  from: (value: Date | number | null): Instant | null => {
    if (value === null) return null;
    return value instanceof Date ? Math.floor(value.getTime() / 1000) : FOREVER;
  },
  to: (instant: Instant | null | undefined): Date | string | null => {
    return instant === null || instant === undefined ? null : timestamp(instant);
  },
};

/** An instant as a statement's parameter. */
export function timestamp(instant: Instant): Date | string {
  return instant === FOREVER ? 'infinity' : new Date(instant * 1000);
}

/** A column that holds an instant. */
export function instantColumn(name: string, nullable = false): ColumnOptions {
  return { type: 'timestamptz', name, nullable, transformer: instantTransformer };
}

const numberTransformer: ValueTransformer = {
  from: (value: string | null): number | null => (value === null ? null : Number(value)),
  to: (value: number | null | undefined): number | null | undefined => value,
};

/** A `bigint` column whose values are safe integers; the driver returns them as text. */
export function bigintColumn(name: string): Pick<ColumnOptions, 'type' | 'name' | 'transformer'> {
  return { type: 'bigint', name, transformer: numberTransformer };
}
