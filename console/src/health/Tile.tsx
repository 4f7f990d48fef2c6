import { Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export interface TileProps {
  readonly title: string;
  /** Undefined: not known yet. */
  readonly value?: string;
  readonly note?: string;
  readonly isBad?: boolean;
  readonly children?: ReactNode;
}

/** One figure. A bad one has a sign, too, for those who don't see its colour. */
export function Tile({ title, value = '…', note, isBad = false, children }: TileProps) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <Text size="xl" fw={650} c={isBad ? 'red' : undefined} className="instant">
        {isBad && '▲ '}
        {value}
      </Text>
      {note && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
      {children}
    </Paper>
  );
}
