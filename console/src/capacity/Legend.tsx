import { Group, Text } from '@mantine/core';
import { usePalette } from '../charts/palette';

/** What the colours mean. */
export function Legend() {
  const palette = usePalette();
  const areas = [
    ['allocated', palette.allocated, 'Used by instances'],
    ['reserved', palette.reserved, 'Held by reservations, not drawn yet'],
    ['available', palette.available, 'Free to reserve'],
  ] as const;
  return (
    <Group gap="md">
      <Mark name="total" meaning="Declared by operators">
        <line x1={0} x2={14} y1={6} y2={6} stroke={palette.total} strokeWidth={2} />
      </Mark>
      {areas.map(([name, color, meaning]) => (
        <Mark key={name} name={name} meaning={meaning}>
          <rect width={12} height={12} rx={2} fill={color} />
        </Mark>
      ))}
      <Mark name="least free" meaning="The worst instant of the window">
        <path d="M1 2h12l-6 9z" fill={palette.alarm} />
      </Mark>
      <Mark name="now" meaning="This moment">
        <line x1={7} x2={7} y1={0} y2={12} stroke={palette.now} strokeWidth={2} />
      </Mark>
    </Group>
  );
}

interface MarkProps {
  readonly name: string;
  readonly meaning: string;
  readonly children: React.ReactNode;
}

function Mark({ name, meaning, children }: MarkProps) {
  return (
    <Group gap={5} wrap="nowrap" title={meaning}>
      <svg width={14} height={12} aria-hidden>
        {children}
      </svg>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
    </Group>
  );
}
