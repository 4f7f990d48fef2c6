import { Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useCreateReservation, type ReservationOrder } from '../api/reservations';
import { AmountFields, filledAmounts } from '../forms/AmountFields';
import { useRehearsed } from '../forms/use-rehearsed';
import { RehearsedForm } from '../forms/RehearsedForm';
import { ZoneField } from '../forms/ZoneField';
import { RecordLink } from '../shell/RecordLink';
import type { Amounts } from '../kernel/amounts';
import { endFromWire, endToWire, fromWire, toWire, type Instant } from '../kernel/instant';
import { DateTimeField } from '../time/DateTimeField';
import { TimeFields } from '../time/TimeFields';
import { formatDuration } from '../time/format';
import { FIRM, TermsFields, wireTerms } from './Terms';

export interface ReservationDraft {
  readonly zone?: string;
  readonly start: Instant;
  readonly end: Instant;
  readonly amounts: Amounts;
}

export interface ReservationFormProps {
  readonly initial: ReservationDraft;
  readonly onMade: (id: string) => void;
}

/** A refusal offers the most that fits, and the next window: each is one press away. */
export function ReservationForm({ initial, onMade }: ReservationFormProps) {
  const [draft, setDraft] = useState(initial);
  const [name, setName] = useState('');
  const set = (change: Partial<ReservationDraft>): void => setDraft({ ...draft, ...change });
  const [terms, setTerms] = useState(FIRM);
  const [made, setMade] = useState<string>();
  const create = useCreateReservation((id) => {
    setMade(id);
    onMade(id);
  });
  const order: ReservationOrder = {
    zone: draft.zone,
    start: toWire(draft.start),
    end: endToWire(draft.end),
    name: name.trim() || undefined,
    capacity: filledAmounts(draft.amounts),
    ...wireTerms(terms),
  };
  const flow = useRehearsed('create-reservation', order, create);
  return (
    <RehearsedForm
      flow={flow}
      doing="Reserve"
      onMost={(most) => set({ amounts: { ...draft.amounts, ...most } })}
      onNext={({ start, end }) => set({ start: fromWire(start), end: endFromWire(end) })}
      after={made && <RecordLink id={made} label="Show it" />}
    >
      <Group grow align="flex-start">
        <TextInput
          label="Name"
          description="Optional"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <ZoneField
          label="Zone"
          description="None: where most is free"
          placeholder="Any"
          value={draft.zone}
          onChange={(zone) => set({ zone })}
        />
      </Group>
      <AmountFields value={draft.amounts} onChange={(amounts) => set({ amounts })} />
      <TimeFields>
        <DateTimeField label="Start" value={draft.start} onChange={(start) => set({ start })} />
        <DateTimeField
          label="End"
          value={draft.end}
          onChange={(end) => set({ end })}
          onClear={() => set({ end: Infinity })}
        />
      </TimeFields>
      <Text size="xs" c="dimmed">
        {formatDuration(draft.end - draft.start)}. An empty end is an open one.
      </Text>
      <TermsFields value={terms} onChange={setTerms} />
    </RehearsedForm>
  );
}
