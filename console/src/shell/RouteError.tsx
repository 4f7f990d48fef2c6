import type { ErrorComponentProps } from '@tanstack/react-router';
import { Failure } from './Failure';

/** Also after an upgrade of the service, when the files of an open console are gone. */
export class PageNotLoaded extends Error {
  constructor(cause: unknown) {
    super('The page could not be loaded: the service does not answer, or the console was updated.', {
      cause,
    });
  }
}

export function RouteError({ error }: ErrorComponentProps) {
  const cause = error instanceof Error ? error : new Error(String(error));
  return <Failure error={cause} onRetry={() => void reload()} />;
}

/** Loads the document again once the service answers: until then this one can show more than the browser's error page. */
async function reload(): Promise<void> {
  try {
    await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
    location.reload();
  } catch {
    // The failure is still shown.
  }
}
