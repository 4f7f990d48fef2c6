import { Alert, Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { Subscription } from '../api/records';
import { useSubscription, useSubscriptions } from '../api/subscriptions';
import { fromWire } from '../kernel/instant';
import { Failure } from '../shell/Failure';
import { Loading } from '../shell/Loading';
import { PageTitle } from '../shell/PageTitle';
import { ZoneSelect } from '../shell/ZoneSelect';
import { InstantText } from '../time/InstantText';
import { useViewSearch } from '../view-search';
import { describeSubscription } from './describe';
import { SecretModal } from './SecretModal';
import { Subscribe } from './Subscribe';
import { SubscriptionDrawer } from './SubscriptionDrawer';

/** Who is told of what. */
export function SubscriptionsPage() {
  const { search, update } = useViewSearch();
  const { data, error, isPending, refetch } = useSubscriptions(search.zone);
  const [isSubscribing, { open, close }] = useDisclosure();
  const [secret, setSecret] = useState<string>();
  const inList = data?.items.find(({ subscriptionId }) => subscriptionId === search.open);
  const alone = useSubscription(data && !inList ? search.open : undefined);
  const opened = search.open === undefined ? undefined : (inList ?? alone.data);
  return (
    <>
      <PageTitle title="Subscriptions and deliveries">
        <Button size="compact-sm" onClick={open}>
          Subscribe
        </Button>
      </PageTitle>
      <Stack gap="sm">
        <ZoneSelect />
        {error && <Failure error={error} onRetry={() => void refetch()} />}
        {isPending && <Loading label="Loading subscriptions" />}
        {data?.isCut && (
          <Alert color="yellow">There are more subscriptions than are shown, the newest first.</Alert>
        )}
        {alone.error && <Failure error={alone.error} onRetry={() => void alone.refetch()} />}
        {data?.items.length === 0 && (
          <Text c="dimmed" py="lg">
            There are no subscriptions. Subscribe to be notified when capacity runs short, or when
            reservations change.
          </Text>
        )}
        {data?.items.map((subscription) => (
          <Line
            key={subscription.subscriptionId}
            subscription={subscription}
            onOpen={() => update({ open: subscription.subscriptionId })}
          />
        ))}
      </Stack>
      <Subscribe isOpen={isSubscribing} onClose={close} onSecret={setSecret} />
      <SubscriptionDrawer
        subscription={opened}
        isCovered={secret !== undefined}
        onClose={() => update({ open: undefined })}
        onSecret={setSecret}
      />
      <SecretModal secret={secret} onClose={() => setSecret(undefined)} />
    </>
  );
}

function Line({
  subscription,
  onOpen,
}: {
  readonly subscription: Subscription;
  readonly onOpen: () => void;
}) {
  const said = describeSubscription(subscription);
  return (
    <Paper withBorder p="md" component="section" aria-label={said}>
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Group gap="xs">
            <Title order={2} size="h4">
              {said}
            </Title>
            {subscription.disabled && <Badge color="orange">disabled</Badge>}
          </Group>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {subscription.callbackUri ?? 'No address of its own'} · since{' '}
            <InstantText at={fromWire(subscription.created)} />
          </Text>
        </div>
        <Button size="compact-sm" variant="default" onClick={onOpen} aria-label={`Open ${said}`}>
          Open
        </Button>
      </Group>
    </Paper>
  );
}
