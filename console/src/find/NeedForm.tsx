import {
  Button,
  Group,
  NumberInput,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { AmountFields } from '../forms/AmountFields';
import { DAY, HOUR, WEEK } from '../kernel/instant';
import { DateTimeField } from '../time/DateTimeField';
import { formatDuration } from '../time/format';
import type { Need } from './need';

export interface NeedFormProps {
  readonly need: Need;
  readonly onChange: (change: Partial<Need>) => void;
}

const USUAL = [HOUR, DAY, 3 * DAY, WEEK];

export function NeedForm({ need, onChange }: NeedFormProps) {
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <Text fw={600}>I need</Text>
        <SegmentedControl
          size="xs"
          aria-label="What is needed"
          value={need.isContainers ? 'containers' : 'amounts'}
          onChange={(value) => onChange({ isContainers: value === 'containers' })}
          data={[
            { value: 'amounts', label: 'Amounts' },
            { value: 'containers', label: 'Containers' },
          ]}
        />
      </Group>
      {need.isContainers ? (
        <ContainerFields need={need} onChange={onChange} />
      ) : (
        <AmountFields value={need.amounts} onChange={(amounts) => onChange({ amounts })} />
      )}
      <Group align="flex-end" gap="xs">
        <NumberInput
          label="For how long (hours)"
          w={190}
          min={1}
          value={need.duration === undefined ? '' : need.duration / HOUR}
          onChange={(hours) => onChange({ duration: Math.round(Number(hours) * HOUR) || undefined })}
        />
        {USUAL.map((seconds) => (
          <Button
            key={seconds}
            size="compact-sm"
            variant={seconds === need.duration ? 'light' : 'default'}
            onClick={() => onChange({ duration: seconds })}
          >
            {formatDuration(seconds)}
          </Button>
        ))}
      </Group>
      <WhereToLook need={need} onChange={onChange} />
    </Stack>
  );
}

/** Each must fit whole on one provider. */
function ContainerFields({ need: { containers }, onChange }: NeedFormProps) {
  const set = (change: Partial<Need['containers']>): void =>
    onChange({ containers: { ...containers, ...change } });
  const fields = [
    ['count', 'Containers'],
    ['cores', 'Cores of each'],
    ['ram', 'Memory of each (MB)'],
  ] as const;
  return (
    <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="xs">
      {fields.map(([member, label]) => (
        <NumberInput
          key={member}
          label={label}
          min={0}
          allowDecimal={false}
          allowNegative={false}
          value={containers[member]}
          onChange={(amount) => set({ [member]: Number(amount) || 0 })}
        />
      ))}
    </SimpleGrid>
  );
}

function WhereToLook({ need: { from, to, cpuArchitecture }, onChange }: NeedFormProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
      <DateTimeField
        label="Not before"
        description="Empty: now"
        value={from}
        onChange={(at) => onChange({ from: at })}
        onClear={() => onChange({ from: undefined })}
        onIncomplete={(isFromIncomplete) => onChange({ isFromIncomplete })}
      />
      <DateTimeField
        label="Over by"
        description="Empty: a year later"
        value={to}
        onChange={(at) => onChange({ to: at })}
        onClear={() => onChange({ to: undefined })}
        onIncomplete={(isToIncomplete) => onChange({ isToIncomplete })}
      />
      <TextInput
        label="Processors"
        description="Empty: any"
        placeholder="x86_64"
        value={cpuArchitecture}
        onChange={({ currentTarget }) => onChange({ cpuArchitecture: currentTarget.value })}
      />
    </SimpleGrid>
  );
}
