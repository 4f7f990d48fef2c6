/** A time field has no value while it is empty, and none while it is half filled, except that a year of three digits is one. */
export type Entry = 'time' | 'empty' | 'incomplete';

/** @param field with the constraints of its element: a required field that is empty is incomplete */
export function entryOf({ value, validity }: Pick<HTMLInputElement, 'value' | 'validity'>): Entry {
  if (value !== '') return validity.rangeUnderflow ? 'incomplete' : 'time';
  return validity.badInput || validity.valueMissing ? 'incomplete' : 'empty';
}
