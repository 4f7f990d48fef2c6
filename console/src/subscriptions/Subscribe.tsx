import { Button, Drawer, Group, NumberInput, PasswordInput, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useCustomClasses } from '../api/capacity';
import type { CapacityFigures, Threshold } from '../api/records';
import { useSubscribe, type Callback, type Wish } from '../api/subscriptions';
import { Refusal } from '../forms/Verdict';
import { ZoneField } from '../forms/ZoneField';
import { BUILT_IN, classNamed } from '../kernel/amounts';
import { CONDITION_CHOICES } from './describe';
import { ThresholdChart } from './ThresholdChart';

export interface SubscribeProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
}

const RESERVATIONS = 'reservations';
const WATCHABLE = BUILT_IN.filter(({ northbound }) => northbound).map(({ name }) => name);

export function Subscribe({ isOpen, onClose, onSecret }: SubscribeProps) {
  const custom = useCustomClasses(isOpen);
  const classes = [...WATCHABLE, ...custom].map((name) => ({ value: name, label: classNamed(name).label }));
  const [watched, setWatched] = useState('cores');
  const [zone, setZone] = useState<string>();
  const [receiver, setReceiver] = useState(NO_RECEIVER);
  const [threshold, setThreshold] = useState<Threshold>(FIRST);
  const subscribe = useSubscribe();
  const isCapacity = watched !== RESERVATIONS;
  const close = (): void => {
    setReceiver((present) => ({ ...present, token: '' }));
    // One under way would lose its secret.
    if (!subscribe.isPending) subscribe.reset();
    onClose();
  };
  const submit = (): void =>
    subscribe.mutate(wishOf(watched, zone, receiver, threshold), {
      onSuccess: ({ secret }) => {
        close();
        onSecret(secret);
      },
    });
  return (
    <Drawer
      opened={isOpen}
      onClose={close}
      position="right"
      size="lg"
      title="Subscribe"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="sm">
        <Select
          label="Tell me of"
          data={[...classes, { value: RESERVATIONS, label: 'All reservations' }]}
          allowDeselect={false}
          value={watched}
          onChange={(name) => setWatched(name ?? 'cores')}
        />
        {isCapacity && (
          <>
            <ZoneField label="In zone" placeholder="All zones" value={zone} onChange={setZone} />
            <ThresholdFields value={threshold} onChange={setThreshold} />
            <ThresholdChart className={watched} zone={zone} threshold={threshold} />
          </>
        )}
        <ReceiverFields value={receiver} onChange={setReceiver} />
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
] as const;

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
        min={thresholdType === 'percentageOfTotal' ? 0 : undefined}
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

const NO_RECEIVER = { address: '', token: '' };
type Receiver = typeof NO_RECEIVER;

interface ReceiverFieldsProps {
  readonly value: Receiver;
  readonly onChange: (value: Receiver) => void;
}

function ReceiverFields({ value, onChange }: ReceiverFieldsProps) {
  return (
    <>
      <TextInput
        label="Address of the receiver"
        type="url"
        description="Empty: the default address of the service; without one, notifications are kept here for reading"
        placeholder="https://receiver.example"
        value={value.address}
        onChange={({ currentTarget }) => onChange({ ...value, address: currentTarget.value })}
      />
      {value.address && (
        <PasswordInput
          label="Token for the receiver"
          description="If it wants one: sent as Authorization: Bearer. Sealed; never shown again"
          autoComplete="new-password"
          value={value.token}
          onChange={({ currentTarget }) => onChange({ ...value, token: currentTarget.value })}
        />
      )}
    </>
  );
}

function callbackOf({ address, token }: Receiver): Callback {
  const callbackUri = address.trim() || undefined;
  return { callbackUri, callbackToken: callbackUri && (token.trim() || undefined) };
}

function wishOf(watched: string, zone: string | undefined, receiver: Receiver, threshold: Threshold): Wish {
  const callback = callbackOf(receiver);
  const { northbound } = classNamed(watched);
  if (watched === RESERVATIONS || !northbound) return { kind: 'reservation', ...callback };
  return { ...northbound, zoneId: zone, ...callback, threshold };
}
