import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Instant } from '../kernel/instant';
import { entryOf } from './date-time-entry';
import { formatUtc } from './format';
import { fromLocalInput, isShownTwice, toLocalInput } from './local-input';

export interface DateTimeFieldProps {
  readonly label: string;
  readonly description?: string;
  /** Undefined: empty. */
  readonly value: Instant | undefined;
  /** Why the value is refused. */
  readonly error?: string | false;
  readonly onChange: (value: Instant) => void;
  /** An empty field is allowed, and means this. */
  readonly onClear?: () => void;
  /** Called when the field becomes half filled, and when it no longer is. Forms need it only if they send without being submitted. */
  readonly onIncomplete?: (isIncomplete: boolean) => void;
}

/** A time in the viewer's zone; its UTC is shown on hover, or always if the local time is ambiguous. */
export function DateTimeField(props: DateTimeFieldProps) {
  const { label, description, value, error, onChange, onClear, onIncomplete } = props;
  const isSet = value !== undefined && Number.isFinite(value);
  const text = isSet ? toLocalInput(value) : '';
  const [typed, setTyped] = useState(text);
  const [isIncomplete, setIncomplete] = useState(false);
  useEffect(() => {
    setTyped(text);
    setIncomplete(false);
  }, [text, value]);
  const isReported = useRef(false);
  useEffect(() => {
    if (isReported.current === isIncomplete) return;
    isReported.current = isIncomplete;
    onIncomplete?.(isIncomplete);
  }, [isIncomplete, onIncomplete]);
  const read = (input: HTMLInputElement): void => {
    setTyped(input.value);
    const instant = fromLocalInput(input.value, value);
    // The first digits of a year are a time that the service refuses.
    if (instant !== undefined && !input.validity.rangeUnderflow) onChange(instant);
    settle(input);
  };
  const settle = (input: HTMLInputElement): void => {
    const entry = entryOf(input);
    setIncomplete(entry === 'incomplete');
    if (entry === 'empty' && isSet) onClear?.();
  };
  const incomplete =
    isIncomplete && (onClear ? 'Incomplete: fill all of it, or none' : 'Incomplete: fill all of it');
  const ambiguity = isSet && isShownTwice(value) && `Shown twice by the clock: ${formatUtc(value)}`;
  return (
    <TextInput
      type="datetime-local"
      // Else a time with seconds would be an invalid one.
      step={1}
      // Else the field takes years of six digits.
      max="9999-12-31T23:59:59"
      min="1970-01-02T00:00"
      label={label}
      description={[description, ambiguity].filter(Boolean).join('. ')}
      title={isSet ? formatUtc(value) : undefined}
      required={!onClear}
      withAsterisk={false}
      error={incomplete || error}
      value={typed}
      onChange={({ currentTarget }) => read(currentTarget)}
      // Between empty and half filled there is no change event, because the value is empty in both.
      onKeyUp={({ currentTarget }) => settle(currentTarget)}
      onBlur={({ currentTarget }) => settle(currentTarget)}
      onInvalid={() => setIncomplete(true)}
    />
  );
}
