import { Group, List, ScrollArea, Title } from '@mantine/core';
import { useSeries } from '../api/reservations';
import { fromWire } from '../kernel/instant';
import { RecordLink } from '../shell/RecordLink';
import { formatLocal } from '../time/format';
import { StateBadge } from './StateBadge';

/** All occurrences of a series. */
export function SeriesPart({ series, open }: { readonly series: string; readonly open: string }) {
  const { data = [] } = useSeries(series);
  const title = `Series (${data.length})`;
  return (
    <section aria-label={title}>
      <Title order={3} size="h4" mb={6}>
        {title}
      </Title>
      <ScrollArea.Autosize mah={220} type="auto" viewportProps={{ tabIndex: 0 }}>
        <List size="sm" spacing={4}>
          {data.map(({ reservationId, start, state }) => (
            <List.Item key={reservationId}>
              <Group gap="xs">
                {reservationId === open ? (
                  formatLocal(fromWire(start))
                ) : (
                  <RecordLink id={reservationId} label={formatLocal(fromWire(start))} />
                )}
                <StateBadge state={state} />
              </Group>
            </List.Item>
          ))}
        </List>
      </ScrollArea.Autosize>
    </section>
  );
}
