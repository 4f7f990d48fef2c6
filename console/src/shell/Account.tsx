import { Button, Group, Text } from '@mantine/core';
import { currentKey, signOut } from '../api/session';
import { useWhoami } from '../api/whoami';

/** Whose key this is. Nothing where the service asks for none. */
export function Account() {
  const { data } = useWhoami();
  if (!currentKey()) return null;
  return (
    <Group gap="xs" wrap="nowrap">
      {data?.role && (
        <Text size="xs" c="dimmed" visibleFrom="sm">
          {[data.role, data.tenant].filter(Boolean).join(' of ')}
        </Text>
      )}
      <Button size="compact-xs" variant="default" onClick={signOut}>
        Sign out
      </Button>
    </Group>
  );
}
