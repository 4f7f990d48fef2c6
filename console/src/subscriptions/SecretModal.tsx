import { Button, Code, CopyButton, Modal, Stack, Text } from '@mantine/core';

/** The service shows a secret once. */
export function SecretModal({ secret, onClose }: { readonly secret?: string; readonly onClose: () => void }) {
  return (
    <Modal
      opened={secret !== undefined}
      onClose={onClose}
      title="Signing secret"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text size="sm">
          Give it to the receiver, which checks signatures with it. It is not shown again.
        </Text>
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {secret}
        </Code>
        <CopyButton value={secret ?? ''}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy'}</Button>}
        </CopyButton>
      </Stack>
    </Modal>
  );
}
