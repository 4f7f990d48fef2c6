import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Instant } from '../kernel/instant';
import { formatUtc, fromLocalInput, toLocalInput } from './format';

export interface DateTimeFieldProps {
  readonly label: string;
  readonly description?: string;
  /** Undefined: empty. */
  readonly value: Instant | undefined;
  readonly onChange: (value: Instant) => void;
  /** An empty field is allowed, and means this. */
  readonly onClear?: () => void;
}

/** A time in the viewer's zone; its UTC is shown on hover. */
export function DateTimeField({ label, description, value, onChange, onClear }: DateTimeFieldProps) {
  const isSet = value !== undefined && Number.isFinite(value);
  const text = isSet ? toLocalInput(value) : '';
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  const read = (input: string): void => {
    setTyped(input);
    const instant = fromLocalInput(input);
    if (instant !== undefined) onChange(instant);
    else if (input === '') onClear?.();
  };
  return (
    <TextInput
      type="datetime-local"
      // Else a time with seconds would be an invalid one.
      step={1}
      label={label}
      description={description}
      title={isSet ? formatUtc(value) : undefined}
      value={typed}
      onChange={({ currentTarget }) => read(currentTarget.value)}
    />
  );
}
