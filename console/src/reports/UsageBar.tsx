import { Box, Group, Text } from '@mantine/core';
import type { UsageRow } from '../api/reports';
import { usePalette, type Palette } from '../charts/palette';
import classes from './UsageBar.module.css';

const PARTS = [
  ['usedHours', 'allocated', 'used'],
  ['idleHours', 'reserved', 'reserved and idle'],
  ['unreservedHours', 'muted', 'used outside of reservations'],
] as const satisfies readonly (readonly [keyof UsageRow, keyof Palette, string])[];

/** The figures stand beside it as text. */
export function UsageBar({ row, most }: { readonly row: UsageRow; readonly most: number }) {
  const palette = usePalette();
  return (
    <Box className={classes.bar} aria-hidden>
      {PARTS.map(([member, color, meaning]) => (
        <div
          key={member}
          title={meaning}
          style={{ width: `${most > 0 ? (100 * row[member]) / most : 0}%`, background: palette[color] }}
        />
      ))}
    </Box>
  );
}

export function UsageLegend() {
  const palette = usePalette();
  return (
    <Group gap="md">
      {PARTS.map(([member, color, meaning]) => (
        <Group key={member} gap={6}>
          <span className={classes.swatch} style={{ background: palette[color] }} />
          <Text size="xs">{meaning}</Text>
        </Group>
      ))}
    </Group>
  );
}
