import { NavLink, type NavLinkProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { Ref } from 'react';

interface AnchorProps extends NavLinkProps {
  readonly ref?: Ref<HTMLAnchorElement>;
}

/** The router types a component's members only if they don't depend on what it renders. */
export const PageLink = createLink((props: AnchorProps) => <NavLink component="a" {...props} />);
