import { Alert, Button, Group, Text } from '@mantine/core';

export interface FailureProps {
  readonly error: Error;
  /** Absent where trying again would not help. */
  readonly onRetry?: () => void;
}

/** Why something can't be shown, and what to do. */
export function Failure({ error, onRetry }: FailureProps) {
  return (
    <Alert color="red" title="This could not be read" role="alert">
      <Group justify="space-between" align="flex-start">
        <Text size="sm">{error.message}</Text>
        {onRetry && (
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  );
}
