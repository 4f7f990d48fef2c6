import { Button, Group, Text } from '@mantine/core';
import { currentCredentials, signOut } from '../api/session';
import { useWhoami } from '../api/whoami';

/** Who has signed in. Nothing where the service asks for no credentials. */
export function Account() {
  const { data } = useWhoami();
  if (!currentCredentials()) return null;
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
