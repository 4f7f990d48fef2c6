import { useEffect, useState } from 'react';
import { now, type Instant } from '../kernel/instant';

/** The present second, for what counts down. */
export function useSeconds(): Instant {
  const [at, setAt] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return at;
}
