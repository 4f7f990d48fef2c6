import { Anchor, type AnchorProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps, Ref } from 'react';
import { request } from '../api/http';
import type { Reservation } from '../api/records';

type Props = AnchorProps & ComponentProps<'a'> & { readonly ref?: Ref<HTMLAnchorElement> };

const TextLink = createLink((props: Props) => <Anchor inherit {...props} />);

/** A reservation by its name, leading to its drawer. */
export function RecordLink({ id, label }: { readonly id: string; readonly label?: string }) {
  const { data } = useQuery({
    queryKey: ['reservation', id],
    queryFn: ({ signal }) => request<Reservation>(`/reservations/${encodeURIComponent(id)}`, { signal }),
    enabled: label === undefined,
  });
  return (
    <TextLink to="/reservations" search={{ open: id }}>
      {label ?? data?.name ?? id}
    </TextLink>
  );
}
