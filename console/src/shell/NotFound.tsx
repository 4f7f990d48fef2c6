import { Anchor, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';

export function NotFound() {
  return (
    <Stack>
      <Title order={1}>There is no such page</Title>
      <Text>
        Go to{' '}
        <Anchor component={Link} to="/capacity">
          Capacity
        </Anchor>
        .
      </Text>
    </Stack>
  );
}
