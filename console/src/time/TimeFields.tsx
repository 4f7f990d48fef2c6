import { SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';

/** Start and end side by side; on a phone one below the other, as a field needs the width for its date and time. */
export function TimeFields({ children }: { readonly children: ReactNode }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" style={{ alignItems: 'end' }}>
      {children}
    </SimpleGrid>
  );
}
