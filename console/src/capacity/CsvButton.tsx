import { Button } from '@mantine/core';
import { download } from '../download';
import { capacityCsv, type ClassSteps } from './capacity-csv';

export function CsvButton({
  pictures,
  zone,
}: {
  readonly pictures: readonly ClassSteps[];
  readonly zone?: string;
}) {
  const isEmpty = pictures.every(({ steps }) => steps.length === 0);
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={isEmpty}
      onClick={() => download(`capacity-${zone ?? 'all-zones'}.csv`, 'text/csv', capacityCsv(pictures))}
    >
      Download CSV
    </Button>
  );
}
