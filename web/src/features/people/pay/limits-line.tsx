import { useQuery } from '@tanstack/react-query';
import { formatMoney } from '@/lib/money';
import { peopleQueries } from '../queries';

/** Renders the limits for peer payments, and what is left today. */
export function LimitsLine({ currency }: { currency: string }) {
  const { data } = useQuery(peopleQueries.limits(currency));
  if (!data) return null;
  const money = (amount: number) => formatMoney(amount, currency);
  return (
    <span className="figures">
      {money(data.remaining)} of {money(data.per_day)} left today. Up to {money(data.per_payment)} per
      payment.
    </span>
  );
}
