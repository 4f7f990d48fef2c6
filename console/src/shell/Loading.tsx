import { Center, Loader } from '@mantine/core';

export function Loading({ label = 'Loading' }: { readonly label?: string }) {
  return (
    <Center mih={160} role="status" aria-label={label}>
      <Loader type="dots" />
    </Center>
  );
}
