import { useEffect, useRef, type RefObject } from 'react';

/**
 * Buttons are disabled while the service answers, and so lose the focus, which would leave a drawer at the next Tab. Afterwards the
 * element around them has it. That needs a `tabIndex`.
 */
export function useKeptFocus(isBusy: boolean): RefObject<HTMLDivElement | null> {
  const around = useRef<HTMLDivElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    const isLost = wasBusy.current && !isBusy && document.activeElement === document.body;
    if (isLost) around.current?.focus({ preventScroll: true });
    wasBusy.current = isBusy;
  }, [isBusy]);
  return around;
}
