import { Button, NumberInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useCustomClasses } from '../api/capacity';
import { BUILT_IN, classNamed, describeAmount, inOrder, type Amounts } from '../kernel/amounts';

const USUAL = ['cores', 'ram', 'instances'];

export interface AmountFieldsProps {
  readonly value: Amounts;
  readonly onChange: (value: Amounts) => void;
  /** Classes shown from the start, besides the usual ones. */
  readonly shown?: readonly string[];
  /** Classes can be named that no provider has yet. */
  readonly isDeclaring?: boolean;
}

/** One field for each class; the rarer ones on request. */
export function AmountFields({ value, onChange, shown = [], isDeclaring = false }: AmountFieldsProps) {
  const [isAll, setAll] = useState(false);
  const custom = useCustomClasses(isAll);
  const usual = inOrder([...USUAL, ...shown, ...Object.keys(value)]);
  const all = inOrder([...usual, ...BUILT_IN.map(({ name }) => name), ...custom]);
  return (
    <Stack gap="xs">
      <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="xs">
        {(isAll ? all : usual).map((name) => (
          <NumberInput
            key={name}
            label={labelOf(name)}
            description={value[name] ? describeAmount(name, value[name]) : '\u00a0'}
            min={0}
            allowDecimal={false}
            allowNegative={false}
            value={value[name] ?? ''}
            onChange={(amount) => onChange({ ...value, [name]: Number(amount) || 0 })}
          />
        ))}
      </SimpleGrid>
      {isAll && isDeclaring && <ClassNameField onName={(name) => onChange({ [name]: 0, ...value })} />}
      {!isAll && (
        <Button size="compact-xs" variant="subtle" w="fit-content" onClick={() => setAll(true)}>
          More classes
        </Button>
      )}
    </Stack>
  );
}

/** Takes effect when the field is left or Enter is pressed. */
function ClassNameField({ onName }: { readonly onName: (name: string) => void }) {
  const [typed, setTyped] = useState('');
  const commit = (): void => {
    if (typed.trim()) onName(typed.trim());
    setTyped('');
  };
  return (
    <TextInput
      label="Another class"
      description="One of CUSTOM_CLASSES"
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        // Enter would send the form.
        event.preventDefault();
        commit();
      }}
    />
  );
}

function labelOf(name: string): string {
  const { label, unit } = classNamed(name);
  return name === 'ram' || name === 'gigabytes' ? `${label} (${unit})` : label;
}

/** Without zeros, except of a class that was there before. */
export function filledAmounts(amounts: Amounts, before: Amounts = {}): Amounts {
  return Object.fromEntries(
    Object.entries(amounts).filter(([name, amount]) => amount !== 0 || before[name] !== undefined),
  );
}
