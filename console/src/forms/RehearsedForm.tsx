import { Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { Verdict, type VerdictProps } from './Verdict';

/** Fields, and below them what the service says of them. Enter does what the button does. */
export function RehearsedForm({ children, ...verdict }: VerdictProps & { readonly children?: ReactNode }) {
  const { flow } = verdict;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!flow.isBusy && flow.result?.outcome !== 'done') flow.go();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {children}
        <Verdict {...verdict} />
      </Stack>
    </form>
  );
}
