import { Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** @param children what can be done on the page */
export function PageTitle({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <Group justify="space-between" mb="sm" gap="xs">
      <Title order={1}>{title}</Title>
      {children && <Group gap="xs">{children}</Group>}
    </Group>
  );
}
