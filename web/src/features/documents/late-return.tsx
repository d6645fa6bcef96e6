import { dayText } from '@engine/calendar/calendar.ts';
import { computeFiledReturn, getTaxDeadline } from '@engine/pay/tax-return.ts';
import { useQuery } from '@tanstack/react-query';
import { formatTextDate } from '@/lib/dates';
import { AlertBox } from '@/ui/alert-box';
import { TextLink } from '@/ui/link';
import { taxQueries, toFiledReturn } from './taxes/tax-queries';

/** Returns the tax years with a return that is late on a day. A return without a balance can wait. */
export function useLateReturns(today: string): number[] {
  const years = useQuery(taxQueries.years()).data ?? [];
  const filed = useQuery(taxQueries.returns()).data;
  return years
    .filter(
      (year) =>
        filed &&
        !filed.some(({ tax_year }) => tax_year === year.tax_year) &&
        dayText(getTaxDeadline(year.tax_year)) < today &&
        computeFiledReturn(toFiledReturn(year, today)).due !== 0,
    )
    .map(({ tax_year }) => tax_year);
}

/** Renders a request to file a late return. */
export function LateReturn({ year, onLeave }: { year: number; onLeave: () => void }) {
  return (
    <AlertBox
      fact={`Tax return ${year}:`}
      action={
        <TextLink to="/documents/taxes" onClick={onLeave}>
          Review and file
        </TextLink>
      }
    >
      Due on {formatTextDate(dayText(getTaxDeadline(year)))}, and not filed.
    </AlertBox>
  );
}
