import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Subscription } from '../api/records';
import { useRotateSecret, useSubscriptionCommand, useUnsubscribe } from '../api/subscriptions';
import { SureButton } from '../forms/SureButton';
import { Refusal } from '../forms/Verdict';
import { classOfType } from '../kernel/amounts';
import { DeliveryList } from './DeliveryList';
import { describeSubscription, typeOf } from './describe';
import { ThresholdChart } from './ThresholdChart';

export interface SubscriptionDrawerProps {
  /** Undefined: closed. */
  readonly subscription?: Subscription;
  /** A dialog is above it: Escape closes that one alone. */
  readonly isCovered: boolean;
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
}

export function SubscriptionDrawer({ subscription, isCovered, onClose, onSecret }: SubscriptionDrawerProps) {
  return (
    <Drawer
      opened={subscription !== undefined}
      onClose={onClose}
      closeOnEscape={!isCovered}
      position="right"
      size="xl"
      title={subscription && describeSubscription(subscription)}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {subscription && (
        <Stack gap="md">
          <Commands subscription={subscription} onSecret={onSecret} onEnded={onClose} />
          <Picture subscription={subscription} />
          <DeliveryList subscription={subscription.subscriptionId} />
        </Stack>
      )}
    </Drawer>
  );
}

function Picture({ subscription }: { readonly subscription: Subscription }) {
  const typeId = typeOf(subscription);
  if (!typeId) return null;
  const { name } = classOfType(typeId);
  return <ThresholdChart className={name} zone={subscription.zoneId} threshold={subscription.threshold} />;
}

interface CommandsProps {
  readonly subscription: Subscription;
  readonly onSecret: (secret: string) => void;
  readonly onEnded: () => void;
}

function Commands({
  subscription: { subscriptionId, callbackUri, disabled },
  onSecret,
  onEnded,
}: CommandsProps) {
  const test = useSubscriptionCommand('test');
  const redeliver = useSubscriptionCommand('redeliver');
  const enable = useSubscriptionCommand('enable');
  const rotate = useRotateSecret(onSecret);
  const end = useUnsubscribe();
  const error = [test, redeliver, enable].find((command) => command.error)?.error;
  const said = (message: string) => ({ onSuccess: () => void notifications.show({ message }) });
  return (
    <Stack gap="xs">
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {callbackUri ??
          'No address: notifications go to the default address of the service, or are kept for reading'}
      </Text>
      {disabled && <Text size="sm">Disabled: {disabled.reason}</Text>}
      {error && <Refusal error={error} />}
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => test.mutate(subscriptionId, said('A test notification is on its way'))}
        >
          Send a test
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => redeliver.mutate(subscriptionId, said('Dead notifications are sent again'))}
        >
          Redeliver dead ones
        </Button>
        {disabled && (
          <Button size="compact-sm" variant="default" onClick={() => enable.mutate(subscriptionId)}>
            Enable
          </Button>
        )}
      </Group>
      <Group gap="xs" align="flex-start">
        <SureButton
          id={subscriptionId}
          doing="Rotate the secret"
          consequence="The present secret signs for a limited time only. The receiver needs the new one."
          effect={rotate}
        />
        <SureButton
          id={subscriptionId}
          doing="Unsubscribe"
          consequence="Its deliveries are removed, too."
          effect={end}
          onDone={onEnded}
        />
      </Group>
    </Stack>
  );
}
