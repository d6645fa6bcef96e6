import { dayText } from '@engine/calendar/calendar.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { fromMinor } from '@engine/money/minor.ts';
import type { WhatIf } from '@engine/what-if/what-if.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { todaysHouseholdQuery } from '@/entities/household/todays-household';
import type { ProjectionInput } from '@/entities/what-if/projection';
import { useWhatIf } from '@/entities/what-if/projections';
import { formatAs } from '@/lib/dates';
import { formatMinor } from '@/lib/money';
import { ErrorState } from '@/ui/error-state';
import { Loaded } from '@/ui/loaded';
import { Money } from '@/ui/money';
import { Skeleton } from '@/ui/skeleton';
import { getOutcome, USUAL_YEARS } from './outcome';
import { getCurrency, useProjectionData } from './setting';

const FAILURE = "We couldn't run this what-if.";

type WhatIfOutcomeProps = { whatIf: WhatIf; customer: { id: string; base_currency: string } };

/** Renders the difference in net worth that a what-if makes, as the what-if page first shows it. */
export function WhatIfOutcome({ whatIf, customer }: WhatIfOutcomeProps) {
  return (
    <Loaded from={useQuery(todaysHouseholdQuery())} failure={FAILURE} placeholder={<OutcomeSkeleton />}>
      {(row) =>
        row ? (
          <OutcomeOfHousehold
            whatIf={whatIf}
            customerId={customer.id}
            row={row}
            currency={getCurrency(row, customer.base_currency)}
          />
        ) : (
          <p className="text-ink-2">Open an account first. What-ifs start from your current finances.</p>
        )
      }
    </Loaded>
  );
}

type OutcomeProps = { whatIf: WhatIf; customerId: string; row: HouseholdRow; currency: string };

function OutcomeOfHousehold({ whatIf, customerId, row, currency }: OutcomeProps) {
  const data = useProjectionData(customerId, row, currency);
  return (
    <Loaded from={data} failure={FAILURE} placeholder={<OutcomeSkeleton />}>
      {([history, rates]) => (
        <Outcome whatIf={whatIf} row={row} currency={currency} {...{ history, rates }} />
      )}
    </Loaded>
  );
}

function Outcome({
  whatIf,
  row,
  currency,
  rates,
  history,
}: { whatIf: WhatIf } & Omit<ProjectionInput, 'years'>) {
  const setting = useMemo(
    () => ({ row, currency, rates, history, years: USUAL_YEARS }),
    [row, currency, rates, history],
  );
  const { projections, failed, retry } = useWhatIf(setting, whatIf.decisions, undefined);
  if (failed) return <ErrorState title={FAILURE} onRetry={retry} />;
  if (!projections) return <OutcomeSkeleton />;
  const { end, ends, other, difference } = getOutcome(projections, 'netWorth');
  return (
    <>
      <p className="text-ink-3 text-sm">
        Difference in net worth{end && ` in ${formatAs(dayText(end.day), 'MMM yyyy')}`}
      </p>
      <p>
        <Money
          amount={fromMinor(difference)}
          currency={currency}
          size="balance"
          signed
          expected
          className={difference > 0 ? 'text-positive' : difference < 0 ? 'text-negative' : ''}
        />
      </p>
      <p className="figures mt-1 text-ink-3 text-sm">
        {formatMinor(ends, currency)} instead of {formatMinor(other, currency)}
      </p>
    </>
  );
}

function OutcomeSkeleton() {
  return <Skeleton className="h-24 w-full" />;
}
