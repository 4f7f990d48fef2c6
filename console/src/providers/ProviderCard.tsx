import { Badge, Button, Group, Paper, Text, Title } from '@mantine/core';
import { providerName } from '../api/providers';
import type { Provider } from '../api/records';
import { fromWire } from '../kernel/instant';
import { InstantText } from '../time/InstantText';
import { DriftTable } from './DriftTable';

const COLORS: Readonly<Record<string, string>> = { active: 'teal', pending: 'yellow', error: 'red' };

export function ProviderState({ state }: { readonly state: string }) {
  return (
    <Badge tt="none" variant="outline" color={COLORS[state] ?? 'gray'} c="inherit">
      {state}
    </Badge>
  );
}

export function ProviderCard({
  provider,
  onOpen,
}: {
  readonly provider: Provider;
  readonly onOpen: () => void;
}) {
  const { providerType, endpoint, zone, state, lookedAt, lastError, drift } = provider;
  const name = providerName(provider);
  return (
    <Paper withBorder p="md" component="section" aria-label={name}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div style={{ minWidth: 0 }}>
          <Group gap="xs">
            <Title order={2} size="h3" style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Title>
            <ProviderState state={state} />
          </Group>
          <Text size="sm" c="dimmed">
            {providerType} in zone {zone}
          </Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {endpoint}
          </Text>
        </div>
        <Button
          size="compact-sm"
          variant="default"
          onClick={onOpen}
          aria-label={`Manage ${name}`}
          style={{ flexShrink: 0 }}
        >
          Manage
        </Button>
      </Group>
      {lastError && (
        <Text size="sm" c="red" mt="xs">
          {lastError}
        </Text>
      )}
      <DriftTable drift={drift} />
      {lookedAt && (
        <Text size="xs" c="dimmed" mt="xs">
          Platform last looked at <InstantText at={fromWire(lookedAt)} />
        </Text>
      )}
    </Paper>
  );
}
