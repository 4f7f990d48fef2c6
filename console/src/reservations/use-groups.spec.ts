import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { useProviders } from '../api/providers';
import { useReservations, useReservationsOf } from '../api/reservations';
import { useViewSearch, type ViewSearch } from '../view-search';
import { useGroups } from './use-groups';

jest.mock('../view-search', () => ({ useViewSearch: jest.fn() }));
jest.mock('../api/reservations', () => ({ useReservations: jest.fn(), useReservationsOf: jest.fn() }));
jest.mock('../api/providers', () => ({
  useProviders: jest.fn(),
  providerName: ({ providerId }: { readonly providerId: string }) => providerId,
}));

const window = { start: 0, end: 100 };

function readOf(items: readonly object[], more: object = {}) {
  const refetch = jest.fn(() => Promise.resolve());
  return { data: { items, isCut: false }, error: null, isPending: false, refetch, ...more };
}

interface Answers {
  readonly listed?: object;
  readonly providers?: object;
  /** The list of each provider. */
  readonly ofProvider?: object;
}

function groupsOf(search: ViewSearch, { listed, providers, ofProvider }: Answers) {
  jest.mocked(useViewSearch).mockReturnValue({ search, update: jest.fn() });
  jest.mocked(useReservations).mockReturnValue((listed ?? readOf([])) as never);
  const inZone = providers ?? readOf([{ providerId: 'a' }, { providerId: 'b' }]);
  jest.mocked(useProviders).mockReturnValue(inZone as never);
  jest
    .mocked(useReservationsOf)
    .mockImplementation((ids) => ids.map(() => ofProvider ?? readOf([])) as never);
  let seen: ReturnType<typeof useGroups> | undefined;
  const Probe = (): null => {
    seen = useGroups(window);
    return null;
  };
  renderToString(createElement(Probe));
  if (!seen) throw new Error('the hook was not called');
  return seen;
}

describe('reservations by provider', () => {
  it.each([
    [undefined, ['a', 'b']],
    ['b', ['b']],
  ])('with the filter %s are those of %j', (provider, names) => {
    const { groups } = groupsOf({ group: 'provider', provider }, {});
    expect(groups.map(({ name }) => name)).toEqual(names);
  });

  it.each([
    ['of a provider', { ofProvider: readOf([], { data: { items: [], isCut: true } }) }],
    ['of providers', { providers: readOf([], { data: { items: [], isCut: true } }) }],
  ])('are cut if a list %s is', (_, answers) => {
    expect(groupsOf({ group: 'provider' }, answers).isCut).toBe(true);
    expect(groupsOf({ group: 'tenant' }, answers).isCut).toBe(false);
  });

  it('are loading while a list of a provider is', () => {
    const ofProvider = readOf([], { data: undefined, isPending: true });
    expect(groupsOf({ group: 'provider' }, { ofProvider }).isPending).toBe(true);
  });

  it('show the error of a list, and read that one again', () => {
    const error = new Error('failed');
    const [listed, ofProvider] = [readOf([]), readOf([], { data: undefined, error })];
    const seen = groupsOf({ group: 'provider', provider: 'a' }, { listed, ofProvider });
    expect(seen.error).toBe(error);
    seen.refetch();
    expect(ofProvider.refetch).toHaveBeenCalledTimes(1);
    expect(listed.refetch).not.toHaveBeenCalled();
  });
});
