import { Text } from '@mantine/core';
import { fromWire } from '../kernel/instant';
import { InstantText } from '../time/InstantText';

const TIMES = /(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z)/;

/** A sentence of the service, with its times in the zone of the viewer. */
export function MessageText({ text }: { readonly text: string }) {
  return (
    <Text size="sm">
      {text.split(TIMES).map((part, index) => {
        const key = `${index} ${part}`;
        return TIMES.test(part) ? (
          <InstantText key={key} at={fromWire(part)} />
        ) : (
          <span key={key}>{part}</span>
        );
      })}
    </Text>
  );
}
