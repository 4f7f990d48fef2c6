import { SegmentedControl, Switch } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useChangeCapacity, type CapacityChange, type Direction } from '../api/pools';
import type { Provider } from '../api/records';
import { AmountFields, filledAmounts } from '../forms/AmountFields';
import { useRehearsed } from '../forms/use-rehearsed';
import { RehearsedForm } from '../forms/RehearsedForm';
import type { Amounts } from '../kernel/amounts';
import { DAY, HOUR, endToWire, now, toWire, type Instant } from '../kernel/instant';
import { DateTimeField } from '../time/DateTimeField';
import { TimeFields } from '../time/TimeFields';
import { PlannedCharts } from './PlannedCharts';
import { Victims } from './Victims';

const DIRECTIONS = [
  { value: 'increase-capacity', label: 'Add' },
  { value: 'decrease-capacity', label: 'Take away' },
];

/** More or less of a provider for a window: drawn before it is saved. */
export function DeclareCapacity({ provider }: { readonly provider: Provider }) {
  // A provider without capacity gets its first, from now on; of another one some is taken away for a maintenance window.
  const isFirst = Object.values(provider.drift).every(({ peak }) => peak === 0);
  const [direction, setDirection] = useState<Direction>(isFirst ? 'increase-capacity' : 'decrease-capacity');
  const [amounts, setAmounts] = useState<Amounts>({});
  const [start, setStart] = useState<Instant>(() => (isFirst ? now() : Math.ceil(now() / HOUR) * HOUR));
  const [end, setEnd] = useState<Instant>(isFirst ? Infinity : start + DAY);
  const [isForced, setForced] = useState(false);
  const isDecrease = direction === 'decrease-capacity';
  const window = useMemo(() => ({ start, end }), [start, end]);
  const change: CapacityChange = {
    source: provider.providerId,
    start: toWire(start),
    end: endToWire(end),
    capacity: filledAmounts(amounts),
    ...(isDecrease && isForced && { force: true }),
  };
  const flow = useRehearsed(direction, change, useChangeCapacity(direction));
  return (
    <RehearsedForm flow={flow} doing={isDecrease ? 'Take away' : 'Add'} isDangerous={isDecrease && isForced}>
      <SegmentedControl
        aria-label="Direction"
        value={direction}
        onChange={(value) => setDirection(value as Direction)}
        data={DIRECTIONS}
        w="fit-content"
      />
      <AmountFields value={amounts} onChange={setAmounts} shown={Object.keys(provider.drift)} isDeclaring />
      <TimeFields>
        <DateTimeField label="From" value={start} onChange={setStart} />
        <DateTimeField
          label="Until"
          description="Empty: for ever"
          value={end}
          onChange={setEnd}
          onClear={() => setEnd(Infinity)}
        />
      </TimeFields>
      <PlannedCharts provider={provider} window={window} amounts={amounts} sign={isDecrease ? -1 : 1} />
      {isDecrease && <Victims change={change} />}
      {isDecrease && (
        <Switch
          label="By force: take also what is promised"
          checked={isForced}
          onChange={({ currentTarget }) => setForced(currentTarget.checked)}
        />
      )}
    </RehearsedForm>
  );
}
