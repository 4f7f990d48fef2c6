import { Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { Verdict, type VerdictProps } from './Verdict';

/** Fields, and below them the answer of the service. Enter does what the button does. The browser sends no incomplete form. */
export function RehearsedForm({ children, ...verdict }: VerdictProps & { readonly children?: ReactNode }) {
  const { flow } = verdict;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!flow.isBusy && flow.result?.outcome !== 'done') flow.go();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {children}
        <Verdict {...verdict} />
      </Stack>
    </form>
  );
}
