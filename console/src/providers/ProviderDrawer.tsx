import { Alert, Button, Drawer, Stack, Tabs, Text } from '@mantine/core';
import {
  providerName,
  useDiscover,
  useRehearseRetire,
  useRehearseWithdraw,
  useRetire,
  useWithdraw,
} from '../api/providers';
import type { Provider } from '../api/records';
import { SureButton } from '../forms/SureButton';
import { Refusal } from '../forms/Verdict';
import { DeclareCapacity } from './DeclareCapacity';
import { PoolList } from './PoolList';
import { Displaced } from './Victims';

export interface ProviderDrawerProps {
  /** Undefined: closed. */
  readonly provider?: Provider;
  readonly onClose: () => void;
}

export function ProviderDrawer({ provider, onClose }: ProviderDrawerProps) {
  return (
    <Drawer
      opened={provider !== undefined}
      onClose={onClose}
      position="right"
      size="xl"
      title={provider && providerName(provider)}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {provider && (
        <Tabs defaultValue="declare">
          <Tabs.List>
            <Tabs.Tab value="declare">Declare capacity</Tabs.Tab>
            <Tabs.Tab value="pools">Pool entries</Tabs.Tab>
            <Tabs.Tab value="service">Service</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="declare" pt="md">
            <DeclareCapacity provider={provider} />
          </Tabs.Panel>
          <Tabs.Panel value="pools" pt="md">
            <PoolList provider={provider} />
          </Tabs.Panel>
          <Tabs.Panel value="service" pt="md">
            <ServicePanel provider={provider} />
          </Tabs.Panel>
        </Tabs>
      )}
    </Drawer>
  );
}

/** What concerns the provider as a whole. */
function ServicePanel({ provider: { providerId } }: { readonly provider: Provider }) {
  const [discover, foreseen, withdraw] = [useDiscover(), useRehearseWithdraw(), useWithdraw()];
  return (
    <Stack gap="md">
      {discover.error && <Refusal error={discover.error} />}
      {withdraw.data && (
        <Alert color="orange" role="status">
          All capacity is withdrawn. Reservations that were moved or put in conflict:{' '}
          {withdraw.data.displaced.length}.
        </Alert>
      )}
      <Action text="Read flavors and limits of the platform now, rather than at the next turn.">
        <Button
          size="compact-xs"
          variant="default"
          loading={discover.isPending}
          onClick={() => discover.mutate(providerId)}
        >
          Look again
        </Button>
      </Action>
      <Action text="Withdraw takes all its capacity away by force, from now on. Reservations on it are moved where they fit, else put in conflict.">
        <SureButton id={providerId} doing="Withdraw" rehearsal={foreseen} effect={withdraw} />
      </Action>
      {foreseen.data && <Displaced moved={foreseen.data.moved} lost={foreseen.data.inConflict} />}
      <Action text="Retire puts it out of service for good, once nothing live depends on it. Its history stays.">
        <SureButton id={providerId} doing="Retire" rehearsal={useRehearseRetire()} effect={useRetire()} />
      </Action>
    </Stack>
  );
}

function Action({ text, children }: { readonly text: string; readonly children: React.ReactNode }) {
  return (
    <Stack gap={4} align="flex-start">
      <Text size="sm">{text}</Text>
      {children}
    </Stack>
  );
}
