import { Badge } from '@mantine/core';
import { styleOf } from './states';

const COLORS: Readonly<Record<string, string>> = {
  active: 'harbour',
  initialized: 'harbour',
  conflict: 'orange',
  held: 'yellow',
  error: 'red',
};

/** Of a reservation or an instance. */
export function StateBadge({ state }: { readonly state: string }) {
  return (
    <Badge
      color={COLORS[state] ?? 'gray'}
      variant={state === 'active' ? 'filled' : 'outline'}
      autoContrast
      tt="none"
      // A word that is cut says less than a wider column.
      miw="max-content"
      title={styleOf(state).meaning}
    >
      {state}
    </Badge>
  );
}
