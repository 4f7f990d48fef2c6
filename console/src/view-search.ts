import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { parseWindow, type WindowSearch } from './time/view-window';

/** What the address bar holds, so that a view can be shared. Pages share what they have in common. */
export interface ViewSearch extends WindowSearch {
  readonly zone?: string;
  readonly provider?: string;
  /** Resource classes, separated by commas. */
  readonly classes?: string;
  readonly state?: string;
  readonly tenant?: string;
  readonly label?: string;
  readonly kind?: string;
  readonly group?: string;
  readonly view?: string;
  /** The record whose drawer is open. */
  readonly open?: string;
}

const WORDS = [
  'zone',
  'provider',
  'classes',
  'state',
  'tenant',
  'label',
  'kind',
  'group',
  'view',
  'open',
] as const;

/** A name of digits alone comes as a number. */
export function parseSearch(raw: Readonly<Record<string, unknown>>): ViewSearch {
  const words = WORDS.map((name): [string, string | undefined] => {
    const value = raw[name];
    const isWord = typeof value === 'string' || typeof value === 'number';
    return [name, isWord && value !== '' ? String(value) : undefined];
  });
  return { ...Object.fromEntries(words), ...parseWindow(raw) };
}

/** What stays when one goes to another page. */
export function carriedOver({ zone, range, from, to }: ViewSearch): ViewSearch {
  return { zone, range, from, to };
}

export function useViewSearch() {
  const search: ViewSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const update = useCallback(
    (change: ViewSearch) =>
      void navigate({
        to: '.',
        search: (before: ViewSearch) => ({ ...before, ...change }),
        // The browser's way back closes a drawer. Other changes would have to be gone back through one by one.
        replace: change.open === undefined,
      }),
    [navigate],
  );
  return { search, update };
}
