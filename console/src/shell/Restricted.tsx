import type { ReactNode } from 'react';
import { ApiError, FORBIDDEN } from '../api/api-error';
import { useRight, useWhoami, type Restriction } from '../api/whoami';
import { Failure } from './Failure';
import { Loading } from './Loading';
import { PageTitle } from './PageTitle';

interface RestrictedProps {
  readonly title: string;
  readonly needs: Restriction;
  readonly children: ReactNode;
}

/** A page that needs a right. Its address can be opened without one, although the menu leaves it out. */
export function Restricted({ title, needs, children }: RestrictedProps) {
  const right = useRight(needs);
  const { error, refetch } = useWhoami();
  if (right === 'granted') return children;
  return (
    <>
      <PageTitle title={title} />
      {right === 'denied' && <Failure error={new ApiError(403, FORBIDDEN)} />}
      {right === 'unknown' && error && <Failure error={error} onRetry={() => void refetch()} />}
      {right === 'unknown' && !error && <Loading label="Loading your role" />}
    </>
  );
}
