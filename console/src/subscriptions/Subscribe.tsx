import { Button, Drawer, Group, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CapacityFigures, Threshold } from '../api/records';
import { useSubscribe, type Wish } from '../api/subscriptions';
import { useZones } from '../api/zones';
import { Refusal } from '../forms/Verdict';
import { BUILT_IN, classNamed } from '../kernel/amounts';
import { CONDITION_CHOICES } from './describe';
import { ThresholdChart } from './ThresholdChart';

export interface SubscribeProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
}

const RESERVATIONS = 'reservations';
const WATCHED = [
  ...BUILT_IN.filter(({ northbound }) => northbound).map(({ name, label }) => ({ value: name, label })),
  { value: RESERVATIONS, label: 'All reservations' },
];

export function Subscribe({ isOpen, onClose, onSecret }: SubscribeProps) {
  const { data: zones = [] } = useZones();
  const [watched, setWatched] = useState('cores');
  const [zone, setZone] = useState<string | null>(null);
  const [callbackUri, setCallbackUri] = useState('');
  const [threshold, setThreshold] = useState<Threshold>(FIRST);
  const subscribe = useSubscribe();
  const isCapacity = watched !== RESERVATIONS;
  const submit = (): void =>
    subscribe.mutate(wishOf(watched, zone, callbackUri, threshold), {
      onSuccess: ({ secret }) => {
        onClose();
        onSecret(secret);
      },
    });
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size="lg"
      title="Subscribe"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="sm">
        <Select
          label="Tell me of"
          data={WATCHED}
          allowDeselect={false}
          value={watched}
          onChange={(name) => setWatched(name ?? 'cores')}
        />
        {isCapacity && (
          <>
            <Select
              label="In zone"
              placeholder="All zones"
              clearable
              data={zones.map((one) => one.zone)}
              value={zone}
              onChange={setZone}
            />
            <ThresholdFields value={threshold} onChange={setThreshold} />
            <ThresholdChart className={watched} zone={zone ?? undefined} threshold={threshold} />
          </>
        )}
        <TextInput
          label="Address of the receiver"
          type="url"
          description="Empty: notifications are kept here for reading"
          placeholder="https://receiver.example"
          value={callbackUri}
          onChange={({ currentTarget }) => setCallbackUri(currentTarget.value)}
        />
        {subscribe.error && <Refusal error={subscribe.error} />}
        <Button loading={subscribe.isPending} onClick={submit}>
          Subscribe
        </Button>
      </Stack>
    </Drawer>
  );
}

const FIRST: Threshold = {
  thresholdType: 'absoluteValue',
  threshold: { capacity_info: 'available', condition: 'lt', value: 10 },
};

const FIGURES = ['available', 'reserved', 'allocated', 'total'];
const TYPES = [
  { value: 'absoluteValue', label: 'as an amount' },
  { value: 'percentageOfTotal', label: 'percent of total' },
];

interface ThresholdFieldsProps {
  readonly value: Threshold;
  readonly onChange: (value: Threshold) => void;
}

function ThresholdFields({ value, onChange }: ThresholdFieldsProps) {
  const { thresholdType, threshold } = value;
  const set = (change: Partial<Threshold['threshold']>): void =>
    onChange({ thresholdType, threshold: { ...threshold, ...change } });
  return (
    <Group grow align="flex-end" gap="xs">
      <Select
        label="When"
        data={FIGURES}
        allowDeselect={false}
        value={threshold.capacity_info}
        onChange={(figure) => set({ capacity_info: (figure ?? 'available') as keyof CapacityFigures })}
      />
      <Select
        label="Is"
        data={CONDITION_CHOICES}
        allowDeselect={false}
        value={threshold.condition}
        onChange={(condition) => set({ condition: condition ?? 'lt' })}
      />
      <NumberInput
        label="Value"
        min={0}
        value={threshold.value}
        onChange={(amount) => set({ value: Number(amount) || 0 })}
      />
      <Select
        label="Counted"
        data={TYPES}
        allowDeselect={false}
        value={thresholdType}
        onChange={(type) => onChange({ ...value, thresholdType: type ?? 'absoluteValue' })}
      />
    </Group>
  );
}

function wishOf(watched: string, zone: string | null, address: string, threshold: Threshold): Wish {
  const callbackUri = address.trim() || undefined;
  const { northbound } = classNamed(watched);
  if (watched === RESERVATIONS || !northbound) return { kind: 'reservation', callbackUri };
  return { ...northbound, zoneId: zone ?? undefined, callbackUri, threshold };
}
