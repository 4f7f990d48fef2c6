import { useState } from 'react';
import type { Instant, TimeWindow } from '../kernel/instant';
import { DateTimeField } from './DateTimeField';

export interface WindowFieldsProps {
  /** Its end may be at or before its start. */
  readonly value: TimeWindow;
  readonly onChange: (value: TimeWindow) => void;
}

/** Both bounds of a window. If they make none, the field that was changed last says so. */
export function WindowFields({ value, onChange }: WindowFieldsProps) {
  const [changed, setChanged] = useState<keyof TimeWindow>();
  const wrong = value.start < value.end ? undefined : changed;
  const change = (bound: keyof TimeWindow, at: Instant): void => {
    setChanged(bound);
    onChange({ ...value, [bound]: at });
  };
  return (
    <>
      <DateTimeField
        label="From"
        value={value.start}
        error={wrong === 'start' && 'Must be earlier than To'}
        onChange={(at) => change('start', at)}
      />
      <DateTimeField
        label="To"
        value={value.end}
        error={wrong === 'end' && 'Must be later than From'}
        onChange={(at) => change('end', at)}
      />
    </>
  );
}
