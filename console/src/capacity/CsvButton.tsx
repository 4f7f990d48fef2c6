import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import type { CapacityScope } from '../api/capacity';
import { readEveryChange } from '../api/timelines';
import { download } from '../download';
import type { TimeWindow } from '../kernel/instant';
import { capacityCsv } from './capacity-csv';

export interface CsvButtonProps {
  readonly classes: readonly string[];
  readonly scope: CapacityScope;
  readonly window: TimeWindow;
}

/** Every change of the window. It is read anew: a picture may be coarse, of the window before, or not there. */
export function CsvButton({ classes, scope, window }: CsvButtonProps) {
  const save = useMutation({
    mutationFn: () =>
      Promise.all(classes.map(async (name) => ({ name, steps: await readEveryChange(name, scope, window) }))),
    onSuccess: (all) => download(`capacity-${scope.zone ?? 'all-zones'}.csv`, 'text/csv', capacityCsv(all)),
    onError: ({ message }) => notifications.show({ color: 'red', title: 'No CSV', message }),
  });
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={classes.length === 0}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      Download CSV
    </Button>
  );
}
