import { addMonths } from '@engine/calendar/calendar.ts';
import { rowOfFile, spendingOfFile } from '@engine/household/file-row.ts';
import type { WhatIf, WhatIfStart } from '@engine/what-if/what-if.ts';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useMemo } from 'react';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { ErrorState } from '@/ui/error-state';
import { Skeleton } from '@/ui/skeleton';
import { getToday } from '../../forecast/days';
import { forecastQueries } from '../../queries';
import { WhatIfDetail } from './branch';
import { whatIfStore } from './store';

type WhatIfSinceProps = ComponentProps<typeof WhatIfDetail> & {
  branch: WhatIf & { from: WhatIfStart };
};

const MONTHS_A_YEAR = 12;
/** The refusal for a deleted checkpoint. */
const GONE = 'NTFND';

/** A what-if that starts at a checkpoint, compared with actual history. */
export function WhatIfFromCheckpoint({ branch, setting, ...rest }: WhatIfSinceProps) {
  const { customerId, onGone } = rest;
  const { from } = branch;
  const then = useQuery(forecastQueries.checkpoint(from.checkpointId));
  const present = useQuery(forecastQueries.present(customerId));
  const [past, since] = useMemo(() => {
    if (!then.data || !present.data) return [];
    const until = addMonths(getToday(setting.row), setting.years * MONTHS_A_YEAR);
    const row = rowOfFile(then.data);
    return [
      { ...setting, row, history: spendingOfFile(then.data), until },
      { from, setting, file: present.data },
    ] as const;
  }, [then.data, present.data, setting, from]);
  if (then.error && 'code' in then.error && then.error.code === GONE)
    return (
      <EmptyState
        title={`“${from.name}” was deleted.`}
        action={
          <Button
            onClick={() => {
              whatIfStore.remove(customerId, branch.id);
              onGone();
            }}
          >
            Discard what-if
          </Button>
        }
      >
        This what-if starts from a deleted checkpoint.
      </EmptyState>
    );
  const failed = [then, present].find(({ error, data }) => error && data === undefined);
  if (failed)
    return (
      <ErrorState
        title="We couldn't load recent activity."
        onRetry={() => void failed.refetch()}
        busy={failed.isFetching}
      />
    );
  if (!past || !since)
    return (
      <div role="status" aria-label="Loading">
        <Skeleton className="h-14 w-64" />
        <Skeleton className="mt-10 h-64 w-full" />
      </div>
    );
  return <WhatIfDetail {...rest} branch={branch} setting={past} since={since} />;
}
