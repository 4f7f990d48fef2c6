import { Alert, Button, Center, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { queryClient } from '../api/query-client';
import { signIn } from '../api/session';
import { withKey } from '../api/whoami';
import { Logo } from './Logo';

/** Shown when the service answers 401. */
export function SignIn() {
  const [key, setKey] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const refused = await withKey(key.trim());
    setBusy(false);
    setError(refused);
    if (refused !== undefined) return;
    queryClient.clear();
    signIn(key.trim());
  };
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper withBorder p="xl" w={380} maw="100%">
        <form onSubmit={(event) => void submit(event)}>
          <Stack>
            <Logo />
            <Title order={1} size="h2">
              Sign in
            </Title>
            <PasswordInput
              label="API key"
              description="Begins with hr_. It stays in this tab and is forgotten when you close it."
              value={key}
              onChange={({ currentTarget }) => setKey(currentTarget.value)}
              autoFocus
              required
            />
            {error && (
              <Alert color="red" role="alert">
                {error}
              </Alert>
            )}
            <Button type="submit" loading={isBusy}>
              Sign in
            </Button>
            <Text size="xs" c="dimmed">
              An administrator makes keys: POST /keys, or npm run keys:create beside the database.
            </Text>
          </Stack>
        </form>
      </Paper>
    </Center>
  );
}
