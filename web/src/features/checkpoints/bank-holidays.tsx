import { getBankHoliday, isBusinessDay } from '@engine/calendar/bank-holidays.ts';
import { DAYS_A_YEAR, dayText, parseDay } from '@engine/calendar/calendar.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { clockQueries } from '@/entities/household/clock-queries';
import { formatListDate } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { SwitchRow } from '@/ui/forms/switch-row';
import { checkpointMutations } from './mutations';

const CALENDARS: Record<string, string> = {
  USD: 'the Federal Reserve Banks',
  EUR: 'T2, the payment system for euros',
  GBP: 'England and Wales',
};

type BankHolidaysProps = { today: string; currency: string };

export function BankHolidays({ today, currency }: BankHolidaysProps) {
  const { data: household } = useQuery(clockQueries.household());
  const { mutate, isPending } = useMutation(checkpointMutations.setBankHolidays);
  const observed = household?.carryover.bankHolidays ?? false;
  const choose = (next: boolean) =>
    mutate(next, {
      onSuccess: () => toast.success(next ? 'Bank holidays turned on' : 'Bank holidays turned off'),
    });
  return (
    <SwitchRow
      title="Observe bank holidays"
      description={
        observed
          ? `Paychecks arrive on the business day before a holiday, and card payments due on it are on time through the next business day. ${currency} follows ${CALENDARS[currency]}. ${formatNextHoliday(today, currency)}`
          : 'Banks close only on weekends.'
      }
      on={observed}
      busy={isPending}
      onChange={choose}
      className="py-4"
    />
  );
}

/** Returns a sentence about the next holiday that closes banks on a weekday. */
function formatNextHoliday(today: string, currency: string): string {
  const first = parseDay(today);
  for (let day = first; day < first + DAYS_A_YEAR; day += 1) {
    const name = getBankHoliday(day, currency);
    if (name && isBusinessDay(day)) return `Next: ${name}, ${formatListDate(dayText(day))}.`;
  }
  return '';
}
