import { Zone } from '@engine/calendar/calendar.ts';
import { certainOnly } from '@engine/forecast/upcoming.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { markMinor } from '@engine/money/minor.ts';
import { getOverdraftNotice, type OverdraftNotice } from '@engine/products/accounts/overdraft-notice.ts';
import { simulate } from '@engine/simulation/simulate.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { clockQueries } from '@/entities/household/clock-queries';
import { formatCount } from '@/lib/count';
import { formatListDate, formatTime, getDay } from '@/lib/dates';
import { formatMinor } from '@/lib/money';
import { AlertBox } from '@/ui/alert-box';
import { TextLink } from '@/ui/link';
import type { Account } from './queries';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type OverdraftAlertProps = {
  account: Account;
  /** True on pages that show several accounts. */
  named?: boolean;
};

/** Renders how far an account is overdrawn, and how to avoid a fee. Renders nothing if it isn't overdrawn. */
export function OverdraftAlert({ account, named = false }: OverdraftAlertProps) {
  const row = useQuery(clockQueries.household()).data;
  const notice = useMemo(() => (row ? findNotice(row, account.id) : null), [row, account.id]);
  if (!row || !notice) return null;
  const money = (minor: number) => formatMinor(markMinor(minor), account.currency);
  const subject = named ? `${account.name} is` : "You're";
  const fact = notice.owed > 0 ? `${subject} overdrawn by ${money(notice.owed)}.` : 'A fee is pending.';
  return (
    <div role="status">
      <AlertBox
        fact={fact}
        action={<TextLink to={`/dashboard/move?to=${account.id}`}>Transfer money</TextLink>}
      >
        {describeFee(notice, row, money)}
      </AlertBox>
    </div>
  );
}

function findNotice(row: HouseholdRow, accountId: string): OverdraftNotice | null {
  const { state } = simulate(certainOnly(row), Math.max(row.now, row.simulated_until), { record: false });
  const account = state.accounts.find(({ id }) => id === accountId);
  return account ? getOverdraftNotice(state, account) : null;
}

/** Describes when the bank charges a fee, and how to avoid it. */
export function describeFee(
  { fees, avoidable, chargesAt }: OverdraftNotice,
  { now, time_zone }: Pick<HouseholdRow, 'now' | 'time_zone'>,
  money: (minor: number) => string,
): string {
  const describe = (instant: number) => describeInstant(instant, now, time_zone);
  if (avoidable)
    return `Bring your balance to ${money(avoidable.balance)} or higher by ${describe(avoidable.by)} to avoid a fee.`;
  return chargesAt === null ? "There's no fee." : `We charge ${money(fees)} at ${describe(chargesAt)}.`;
}

function describeInstant(instant: number, now: number, timeZone: string): string {
  const zone = new Zone(timeZone);
  const days = zone.getDay(instant) - zone.getDay(now);
  const date = new Date(instant);
  const day = days === 0 ? 'today' : days === 1 ? 'tomorrow' : `on ${formatListDate(getDay(date, timeZone))}`;
  return `${formatTime(date, timeZone)} ${day} (${describeRest(instant - now)})`;
}

/** Describes how much time is left: `31 hours left`. */
function describeRest(rest: number): string {
  const [amount, unit] =
    rest < HOUR_MS ? ([rest / MINUTE_MS, 'minute'] as const) : ([rest / HOUR_MS, 'hour'] as const);
  return `${formatCount(Math.max(1, Math.floor(amount)), unit)} left`;
}
