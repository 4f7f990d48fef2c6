import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import type { CapacityScope } from '../api/capacity';
import { readEveryChange } from '../api/timelines';
import { download } from '../download';
import { isCoarse } from '../kernel/coarse';
import type { TimeWindow } from '../kernel/instant';
import { capacityCsv, type ClassSteps } from './capacity-csv';

export interface CsvButtonProps {
  readonly pictures: readonly ClassSteps[];
  readonly scope: CapacityScope;
  readonly window: TimeWindow;
}

/** Every change of the window, also those that a picture has no pixels for. */
export function CsvButton({ pictures, scope, window }: CsvButtonProps) {
  const save = useMutation({
    mutationFn: () => Promise.all(pictures.map((picture) => whole(picture, scope, window))),
    onSuccess: (all) => download(`capacity-${scope.zone ?? 'all-zones'}.csv`, 'text/csv', capacityCsv(all)),
    onError: ({ message }) => notifications.show({ color: 'red', title: 'No CSV', message }),
  });
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={pictures.every(({ steps }) => steps.length === 0)}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      Download CSV
    </Button>
  );
}

async function whole(picture: ClassSteps, scope: CapacityScope, window: TimeWindow): Promise<ClassSteps> {
  const { name, steps } = picture;
  return isCoarse(steps) ? { name, steps: await readEveryChange(name, scope, window) } : picture;
}
