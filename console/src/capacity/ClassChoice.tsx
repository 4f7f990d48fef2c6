import { Chip, Group } from '@mantine/core';
import { classNamed, inOrder } from '../kernel/amounts';
import { useViewSearch } from '../view-search';

export interface ClassChoiceProps {
  readonly all: readonly string[];
  readonly chosen: readonly string[];
}

/** Which classes are drawn under each other. */
export function ClassChoice({ all, chosen }: ClassChoiceProps) {
  const { update } = useViewSearch();
  const choose = (names: string[]): void => update({ classes: inOrder(names).join(',') || undefined });
  return (
    <Chip.Group multiple value={[...chosen]} onChange={choose}>
      <Group gap={6} role="group" aria-label="Classes">
        {all.map((name) => (
          <Chip key={name} value={name} size="xs">
            {classNamed(name).label}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}
