import { Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { AmountFields } from '../forms/AmountFields';
import type { Amounts } from '../kernel/amounts';
import { DAY, HOUR, WEEK } from '../kernel/instant';
import { formatDuration } from '../time/format';

export interface NeedFormProps {
  readonly amounts: Amounts;
  /** Seconds. */
  readonly duration: number;
  readonly onAmounts: (amounts: Amounts) => void;
  readonly onDuration: (seconds: number) => void;
}

const USUAL = [HOUR, DAY, 3 * DAY, WEEK];

export function NeedForm({ amounts, duration, onAmounts, onDuration }: NeedFormProps) {
  return (
    <Stack gap="sm">
      <Text fw={600}>I need</Text>
      <AmountFields value={amounts} onChange={onAmounts} />
      <Group align="flex-end" gap="xs">
        <NumberInput
          label="For how long (hours)"
          w={190}
          min={1}
          value={duration / HOUR}
          onChange={(hours) => Number(hours) > 0 && onDuration(Math.round(Number(hours) * HOUR))}
        />
        {USUAL.map((seconds) => (
          <Button
            key={seconds}
            size="compact-sm"
            variant={seconds === duration ? 'light' : 'default'}
            onClick={() => onDuration(seconds)}
          >
            {formatDuration(seconds)}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}
