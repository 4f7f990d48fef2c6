import {
  Alert,
  Button,
  Center,
  Paper,
  PasswordInput,
  SegmentedControl,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { useEffect, useState, type FormEvent } from 'react';
import { queryClient } from '../api/query-client';
import { signIn, type Credentials } from '../api/session';
import { takesKeystone, tryCredentials, WHOAMI, type Principal } from '../api/whoami';
import { Logo } from './Logo';

const METHODS = {
  bearer: {
    label: 'Key or token',
    description:
      'An API key, which begins with hr_, or an access token of the OpenID provider that the service trusts.',
  },
  keystone: { label: 'Keystone token', description: 'From openstack token issue.' },
} as const;

type Method = Credentials['kind'];

/**
 * Shown when the service answers 401.
 *
 * @param isAgain the page below stays as it is, if the new credentials are for the same view
 */
export function SignIn({ isAgain = false }: { readonly isAgain?: boolean }) {
  const [method, setMethod] = useState<Method>('bearer');
  const [hasKeystone, setHasKeystone] = useState(false);
  const [secret, setSecret] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    void takesKeystone().then(setHasKeystone);
  }, []);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const credentials = { kind: method, secret: secret.trim() };
    const tried = await tryCredentials(credentials).finally(() => setBusy(false));
    setError('refused' in tried ? tried.refused : undefined);
    if ('refused' in tried) return;
    const isSameView = isAgain && sees(tried.principal) === sees(queryClient.getQueryData<Principal>(WHOAMI));
    if (!isAgain) queryClient.clear();
    signIn(credentials);
    if (isSameView) void queryClient.invalidateQueries();
    else if (isAgain) location.reload();
  };
  return (
    <Center component={isAgain ? 'div' : 'main'} mih="100vh" p="md">
      <Paper withBorder p="xl" w={380} maw="100%">
        <form onSubmit={(event) => void submit(event)}>
          <Stack>
            <Logo />
            <Title order={1} size="h2">
              Sign in
            </Title>
            {hasKeystone && (
              <SegmentedControl
                aria-label="Sign in with"
                value={method}
                onChange={(chosen) => setMethod(chosen as Method)}
                data={Object.entries(METHODS).map(([value, { label }]) => ({ value, label }))}
              />
            )}
            <PasswordInput
              label={METHODS[method].label}
              description={`${METHODS[method].description} It stays in this tab and is forgotten when you close it.`}
              value={secret}
              onChange={({ currentTarget }) => setSecret(currentTarget.value)}
              autoFocus
              data-autofocus
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

/**
 * What decides which records a principal sees, and under which keys its changes can be repeated: a consumer shares these with its
 * tenant, others have their own. Undefined: not known.
 */
function sees(principal: Principal | undefined): string | undefined {
  if (principal?.role === 'consumer') return `consumer of ${principal.tenant}`;
  return principal && `${principal.role} ${principal.id}`;
}
