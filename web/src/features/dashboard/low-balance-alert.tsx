import { useQuery } from '@tanstack/react-query';
import { preferenceFor } from '@/entities/notification/notification-kinds';
import type { ForecastSummary } from '@/features/forecasts/forecast-summary';
import { notificationQueries } from '@/features/notifications/queries';
import { formatTextDate } from '@/lib/dates';
import { formatMoney, sumAmounts } from '@/lib/money';
import { AlertBox } from '@/ui/alert-box';
import { TextLink } from '@/ui/link';

/** The parts of a forecast that the alert needs. */
type Forecast = Pick<ForecastSummary, 'accounts' | 'today'>;

/**
 * Returns the checking account that falls below its low-balance threshold first in the forecast; null if
 * there is none. Leaves out accounts that are below it today, because a notification reports them.
 */
export function useLowBalance(forecast: Forecast | null) {
  const preferences = useQuery(notificationQueries.preferences()).data;
  return forecast && preferences
    ? findLowBalance(forecast, (id) => preferenceFor(preferences, 'low_balance', id))
    : null;
}

export function findLowBalance(
  { accounts, today }: Forecast,
  getPreference: (accountId: string) => { isOn: boolean; threshold: number },
) {
  const low = accounts.flatMap(({ id, name, type, currency, lowest, days }) => {
    const { isOn, threshold } = getPreference(id);
    const firstDay = days.find(({ value }) => value < threshold)?.day;
    const isLater = firstDay !== undefined && firstDay > today;
    return isOn && isLater && type === 'CHECKING'
      ? [{ id, name, currency, lowest, threshold, firstDay }]
      : [];
  });
  return low.toSorted((left, right) => left.firstDay.localeCompare(right.firstDay))[0] ?? null;
}

type LowBalanceAlertProps = { low: NonNullable<ReturnType<typeof findLowBalance>> };

/** Renders a warning about the lowest expected balance of an account. */
export function LowBalanceAlert({ low }: LowBalanceAlertProps) {
  const { id, name, currency, lowest, threshold } = low;
  return (
    <div role="status">
      <AlertBox
        fact={`${name} may drop to ${formatMoney(lowest.value, currency)} on ${formatTextDate(lowest.day)}.`}
        action={<TextLink to={`/forecasts?of=${id}`}>View cash forecast</TextLink>}
      >
        That’s {formatMoney(sumAmounts([threshold, -lowest.value]), currency)} below your{' '}
        {formatMoney(threshold, currency)} low-balance alert.
      </AlertBox>
    </div>
  );
}
