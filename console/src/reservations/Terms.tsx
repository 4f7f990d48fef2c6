import { Chip, Group, NumberInput, SegmentedControl, Select, Stack, TagsInput, Text } from '@mantine/core';
import type { ReservationOrder } from '../api/reservations';
import { endToWire, MINUTE, type Instant } from '../kernel/instant';
import { DateTimeField } from '../time/DateTimeField';
import { labelsOf } from './labels';
import { MAX_OCCURRENCES, rruleOf, WEEKDAYS, type Repeat } from './repeat';

type Kind = 'firm' | 'hold' | 'wait' | 'repeat';

/** How a reservation is made, besides what and when. */
export interface Terms {
  readonly kind: Kind;
  readonly holdMinutes: number;
  /** Undefined: until its window ends. */
  readonly waitUntil?: Instant;
  readonly repeat: Repeat;
  readonly tags: readonly string[];
}

export const FIRM: Terms = {
  kind: 'firm',
  holdMinutes: 15,
  repeat: { every: 'week', days: [], count: 4 },
  tags: [],
};

const KINDS = [
  { value: 'firm', label: 'Now' },
  { value: 'hold', label: 'Hold' },
  { value: 'wait', label: 'Wait' },
  { value: 'repeat', label: 'Repeat' },
];

const MEANINGS: Readonly<Record<Kind, string>> = {
  firm: 'It is promised at once, or refused with an offer.',
  hold: 'It takes its capacity now, and gives it back unless you confirm it in time.',
  wait: 'If it does not fit now, it waits and holds nothing. It is admitted as soon as it fits, the oldest first.',
  repeat: 'All occurrences are promised together, or none. Days and times repeat in UTC.',
};

/** The members of `POST /create-reservation` that say so. */
export function wireTerms({ kind, holdMinutes, waitUntil, repeat, tags }: Terms): Partial<ReservationOrder> {
  return {
    labels: labelsOf(tags),
    ...(kind === 'hold' && { hold: holdMinutes * MINUTE }),
    ...(kind === 'wait' && waitUntil === undefined && { wait: true }),
    ...(kind === 'wait' && waitUntil !== undefined && { 'wait-until': endToWire(waitUntil) }),
    ...(kind === 'repeat' && { repeat: rruleOf(repeat) }),
  };
}

interface TermsProps {
  readonly value: Terms;
  readonly onChange: (terms: Terms) => void;
}

export function TermsFields({ value, onChange }: TermsProps) {
  const set = (change: Partial<Terms>): void => onChange({ ...value, ...change });
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label="How to reserve"
        value={value.kind}
        onChange={(kind) => set({ kind: kind as Kind })}
        data={KINDS}
        w="fit-content"
      />
      <Text size="xs" c="dimmed">
        {MEANINGS[value.kind]}
      </Text>
      {value.kind === 'hold' && (
        <NumberInput
          label="Minutes to confirm it"
          min={1}
          allowDecimal={false}
          value={value.holdMinutes}
          onChange={(minutes) => set({ holdMinutes: Number(minutes) || 1 })}
        />
      )}
      {value.kind === 'wait' && (
        <DateTimeField
          label="Wait until"
          description="Empty: until its window ends"
          value={value.waitUntil}
          onChange={(waitUntil) => set({ waitUntil })}
          onClear={() => set({ waitUntil: undefined })}
        />
      )}
      {value.kind === 'repeat' && (
        <RepeatFields value={value.repeat} onChange={(repeat) => set({ repeat })} />
      )}
      <TagsInput
        label="Labels"
        description="Optional, such as team:red; Enter adds one"
        value={[...value.tags]}
        onChange={(tags) => set({ tags })}
        maxTags={32}
      />
    </Stack>
  );
}

function RepeatFields({
  value,
  onChange,
}: {
  readonly value: Repeat;
  readonly onChange: (repeat: Repeat) => void;
}) {
  const set = (change: Partial<Repeat>): void => onChange({ ...value, ...change });
  return (
    <Stack gap="xs">
      <Group grow align="flex-end">
        <Select
          label="Every"
          allowDeselect={false}
          data={['day', 'week', 'month']}
          value={value.every}
          onChange={(every) => set({ every: every ?? 'week' })}
        />
        <NumberInput
          label="Occurrences"
          min={1}
          max={MAX_OCCURRENCES}
          allowDecimal={false}
          value={value.count}
          onChange={(count) => set({ count: Number(count) || 1 })}
        />
      </Group>
      {value.every === 'week' && (
        <Chip.Group multiple value={[...value.days]} onChange={(days) => set({ days })}>
          <Group gap={4} role="group" aria-label="Days; none: the day of the first">
            {WEEKDAYS.map(([name, label]) => (
              <Chip key={name} value={name} size="xs">
                {label}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      )}
    </Stack>
  );
}
