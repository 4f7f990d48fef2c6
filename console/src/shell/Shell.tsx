import { AppShell, Burger, Group, Modal, ScrollArea, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useSyncExternalStore, type FocusEvent } from 'react';
import { signInNeeded } from '../api/session';
import { useMay, useRight } from '../api/whoami';
import { useLedgerPulse } from '../api/zones';
import { VIEWERS_ZONE } from '../time/format';
import { carriedOver, useViewSearch } from '../view-search';
import { Account } from './Account';
import { ColorSchemeToggle } from './ColorSchemeToggle';
import { Logo } from './Logo';
import { PAGES } from './pages';
import { PageLink } from './PageLink';
import { Loading } from './Loading';
import { SignIn } from './SignIn';
import classes from './Shell.module.css';

const ABOVE_DRAWERS = 1000;

/** What surrounds every page. */
export function Shell() {
  const need = useSyncExternalStore(signInNeeded.subscribe, signInNeeded.read);
  if (need === 'first') return <SignIn />;
  return (
    <>
      <Frame />
      <Modal
        opened={need === 'again'}
        onClose={() => undefined}
        fullScreen
        withCloseButton={false}
        closeOnEscape={false}
        transitionProps={{ duration: 0 }}
        zIndex={ABOVE_DRAWERS}
        onFocusCapture={keepsEscape}
      >
        <SignIn isAgain />
      </Modal>
    </>
  );
}

/** Mantine closes a drawer below at Escape, wherever the focus is, except on elements with this attribute. */
function keepsEscape({ target }: FocusEvent): void {
  target.setAttribute('data-mantine-stop-propagation', 'true');
}

function Frame() {
  useLedgerPulse();
  useOwnAddress();
  const [isOpen, { toggle, close }] = useDisclosure();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const page = PAGES.find(({ path }) => pathname.startsWith(path));
  useEffect(() => {
    document.title = page ? `${page.label} – Headroom` : 'Headroom';
  }, [page]);
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 196, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'sm', sm: 'lg' }}
    >
      <a href="#content" className={classes.skip}>
        Skip to the content
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Pages" />
            <Logo />
          </Group>
          <Group gap="sm" wrap="nowrap">
            <Text size="xs" c="dimmed" visibleFrom="sm" title="Hover a time to see it in UTC">
              Times in {VIEWERS_ZONE}
            </Text>
            <Account />
            <ColorSchemeToggle />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" component="nav" aria-label="Pages">
        <ScrollArea>
          <Pages pathname={pathname} onChoose={close} />
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </AppShell.Main>
    </AppShell>
  );
}

/** A provider in an address that an operator has shared: a consumer would see the figures of the whole zone under it. */
function useOwnAddress(): void {
  const { search, update } = useViewSearch();
  const isForeign = search.provider !== undefined || search.group === 'provider';
  const isDenied = useRight('see-providers') === 'denied';
  useEffect(() => {
    if (isDenied && isForeign) update({ provider: undefined, group: undefined });
  }, [isDenied, isForeign, update]);
}

function Pages({ pathname, onChoose }: { readonly pathname: string; readonly onChoose: () => void }) {
  const { search } = useViewSearch();
  const rights = { 'see-providers': useMay('see-providers'), 'see-health': useMay('see-health') };
  const allowed = PAGES.filter((page) => !('needs' in page) || rights[page.needs]);
  return allowed.map(({ path, label }) => (
    <PageLink
      key={path}
      to={path}
      search={carriedOver(search)}
      label={label}
      active={pathname.startsWith(path)}
      aria-current={pathname.startsWith(path) ? 'page' : undefined}
      onClick={onChoose}
      className={classes.link}
    />
  ));
}
