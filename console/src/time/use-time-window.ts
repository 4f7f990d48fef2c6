import { useCallback, useEffect, useMemo, useState } from 'react';
import { useViewSearch } from '../view-search';
import { LiveWindow, type ViewWindow } from './live-window';
import { useNow } from './use-now';
import { DEFAULT_RANGE, searchOf, windowOf, type RangeName } from './view-window';

export interface PageWindow extends ViewWindow {
  /** Undefined: two instants were chosen. */
  readonly range: RangeName | undefined;
  readonly choose: (range: RangeName) => void;
}

/** The window of the page, kept in the address bar. */
export function useTimeWindow(): PageWindow {
  const { search, update } = useViewSearch();
  const now = useNow();
  const { range, from, to } = search;
  const { start, end } = windowOf({ range, from, to }, now);
  const settled = useMemo(() => ({ start, end }), [start, end]);
  const [live] = useState(() => new LiveWindow((window) => update(searchOf(window))));
  useEffect(() => live.arrive(), [live, settled]);
  const choose = useCallback(
    (name: RangeName) => update({ range: name, from: undefined, to: undefined }),
    [update],
  );
  const isChosen = from !== undefined && to !== undefined;
  return { settled, live, range: isChosen ? undefined : (range ?? DEFAULT_RANGE), choose };
}
