import { useEffect, useState } from 'react';
import { now, type Instant } from '../kernel/instant';

/** @param everySeconds how often the page has to draw it anew */
export function useNow(everySeconds = 30): Instant {
  const [at, setAt] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), everySeconds * 1000);
    return () => clearInterval(timer);
  }, [everySeconds]);
  return at;
}
