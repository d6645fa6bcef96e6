import { parseDay } from '@engine/calendar/calendar.ts';
import { addMinor, fromMinor, toMinor } from '@engine/money/minor.ts';
import { minimumPayment } from '@engine/products/cards/card.ts';
import { getPayoffRates } from '@engine/products/cards/card-rates.ts';
import type { OpenStatement } from '@engine/products/cards/card-status.ts';
import {
  type Payoff,
  payoffByMinimum,
  payoffIn36Months,
} from '@engine/products/cards/minimum-payment-warning.ts';
import { type CardView, formatPayoffRates, getCurrentRate } from '@/entities/card/use-card-view';
import { Explain } from '@/entities/explanation/explain';
import { tourAnchor } from '@/entities/tour/tour-anchor';
import { formatCount } from '@/lib/count';
import { daysBetween, formatTextDate, relativeDay } from '@/lib/dates';
import { formatMinor, formatMoney } from '@/lib/money';

const YEARS_FROM_MONTHS = 24;

/**
 * Formats a duration, such as `11 months`. Durations of two years or more are in years, such as `3 years`.
 */
export function formatDuration(months: number): string {
  if (months < YEARS_FROM_MONTHS) return formatCount(months, 'month');
  return `${Math.round(months / 12)} years`;
}

export function PaymentMethods({ view, open }: { view: CardView; open: OpenStatement }) {
  const { card, today, status } = view;
  if (open.left <= 0) {
    return (
      <>
        <h3 className="font-semibold">How to avoid interest</h3>
        <p className="mt-2 text-ink-2">
          {status?.grace === 'residual'
            ? 'You paid this statement. The next statement includes interest up to your payment. After that, purchases are interest-free again.'
            : 'Pay each statement in full by its due date to avoid interest on purchases.'}
        </p>
      </>
    );
  }
  const left = toMinor(open.left);
  const { own = card.apr, introUntil } = status?.rate ?? {};
  const rates = getPayoffRates(parseDay(today), getCurrentRate(view), own, introUntil);
  const minimum = open.minimumLeft > 0 ? toMinor(open.minimumLeft) : minimumPayment(left, 0, 0);
  const in36Months = payoffIn36Months(left, rates);
  const accrued = toMinor(open.interestAfterAll);
  const isLate = open.inFull === false;
  const days = daysBetween(today, open.due);
  const once = isLate || days <= 0 ? 'today' : `on ${formatTextDate(open.due)}`;
  return (
    <>
      <h3 className="font-semibold">Payoff options</h3>
      <table ref={tourAnchor('card-payoff')} className="mt-3 w-full max-sm:text-sm">
        <thead>
          <tr className="border-line border-b text-ink-3 text-sm">
            <th className="pb-2 text-left font-normal">Payment</th>
            <th className="pb-2 pl-3 text-right font-normal max-sm:hidden">Paid off in</th>
            <th className="pb-2 pl-3 text-right font-normal">Interest</th>
            <th className="pb-2 pl-3 text-right font-normal">Total</th>
          </tr>
        </thead>
        <tbody>
          <PaymentRow
            name={`All ${once}`}
            time={isLate || days <= 0 ? 'Today' : relativeDay(open.due, today).replace(/^in /, '')}
            payoff={{ months: 0, interest: accrued, total: addMinor(left, accrued) }}
            currency={card.currency}
            tone="best"
          />
          {minimum < in36Months.payment && (
            <PaymentRow
              name={`${formatMinor(in36Months.payment, card.currency)} per month`}
              time={formatDuration(in36Months.months)}
              payoff={in36Months}
              currency={card.currency}
            />
          )}
          {minimum < left && (
            <PaymentRow
              name="Only the minimum"
              time={formatDuration(payoffByMinimum(left, minimum, rates).months)}
              payoff={payoffByMinimum(left, minimum, rates)}
              currency={card.currency}
              tone="worst"
            />
          )}
        </tbody>
      </table>
      <p className="mt-3 text-ink-3 text-sm">
        <Explain
          title="Payoff costs"
          lesson="card-interest"
          formula="Each month: balance × APR ÷ 12, minus the payment, until the balance is $0. The middle option is the fixed payment that pays it off in 36 months."
          inputs={[
            { name: 'Remaining statement balance', value: formatMoney(open.left, card.currency) },
            { name: 'APR', value: formatPayoffRates(rates) },
            { name: 'First minimum payment', value: formatMoney(fromMinor(minimum), card.currency) },
          ]}
          source="Estimated under Regulation Z (12 CFR 1026), appendix M1."
        >
          How we calculate this
        </Explain>
        , assuming no new purchases.{accrued > 0 && ' Accrued interest appears on the next statement.'}
      </p>
    </>
  );
}

type PaymentRowProps = {
  name: string;
  time: string;
  payoff: Payoff;
  currency: string;
  tone?: 'best' | 'worst';
};

function PaymentRow({ name, time, payoff, currency, tone }: PaymentRowProps) {
  return (
    <tr className="border-line border-b last:border-b-0">
      <th scope="row" className={`py-2.5 text-left ${tone === 'best' ? 'font-semibold' : 'font-normal'}`}>
        {name}
        <span className="block font-normal text-ink-3 text-sm sm:hidden">{time}</span>
      </th>
      <td className="figures py-2.5 pl-3 text-right max-sm:hidden">{time}</td>
      <td className={`figures py-2.5 pl-3 text-right ${tone === 'worst' ? 'text-negative' : ''}`}>
        {formatMinor(payoff.interest, currency)}
      </td>
      <td className={`figures py-2.5 pl-3 text-right ${tone === 'best' ? 'font-semibold' : ''}`}>
        {formatMinor(payoff.total, currency)}
      </td>
    </tr>
  );
}
