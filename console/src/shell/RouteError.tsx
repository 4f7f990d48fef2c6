import type { ErrorComponentProps } from '@tanstack/react-router';
import { Failure } from './Failure';

/** Also after an upgrade of the service, when the files of an open page are gone. */
export function RouteError({ error }: ErrorComponentProps) {
  const cause = error instanceof Error ? error : new Error(String(error));
  const isGone = /dynamically imported module|Importing a module/.test(cause.message);
  const said = isGone ? new Error('The console was updated. Load the page again.') : cause;
  return <Failure error={said} onRetry={() => location.reload()} />;
}
