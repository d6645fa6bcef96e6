import { dayText, parseDay } from '@engine/calendar/calendar.ts';
import { absMinor, fromMinor, type Minor, toMinor, ZERO } from '@engine/money/minor.ts';
import { comparePoints, POINTS } from '@engine/products/debts/apr.ts';
import type { DebtTerms } from '@engine/products/debts/debt-plans.ts';
import {
  compareRefinance,
  getTogether,
  type RefinanceComparison,
} from '@engine/products/debts/refinancing.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { DebtChart } from '@/entities/debt/chart/balance-chart';
import { AprFigure, formatApr, getApr } from '@/entities/debt/cost/apr';
import { debtMutations, type RefinancedEscrow, type RefinanceOffer } from '@/entities/debt/data/mutations';
import { type Debt, debtPath, formatMonths, getCostTerms } from '@/entities/debt/data/terms';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { formatCount } from '@/lib/count';
import { formatAs, formatListDate } from '@/lib/dates';
import { formatExactRate, formatMinor, formatMoney, sumAmounts } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Review, ReviewChange, ReviewLine } from '@/ui/forms/review';
import { Dialog } from '@/ui/overlays/dialog';
import { Section } from '@/ui/page';

type RefinanceOfferProps = {
  offer: RefinanceOffer;
  debts: readonly Debt[];
  /** The terms of the current debts, from the engine's state. */
  oldTerms: readonly DebtTerms[];
  today: string;
};

/** Compares the bank's offer with the current debts: monthly payment, total cost, and break-even. */
export function RefinanceOfferView({ offer, debts, oldTerms, today }: RefinanceOfferProps) {
  const { currency } = offer;
  const comparison = useMemo(
    () =>
      compareRefinance(oldTerms, {
        amount: toMinor(offer.amount),
        rate: offer.rate,
        term: offer.term,
        start: parseDay(today),
        fee: toMinor(offer.fee),
        payoff: toMinor(offer.payoff),
      }),
    [oldTerms, offer, today],
  );
  const together = getTogether(oldTerms);
  const { before, after } = comparison;
  const money = (amount: Minor) => formatMinor(amount, currency);
  const [only] = debts.length === 1 ? debts : [];
  const rows: [name: string, current: ReactNode, offered: ReactNode][] = [
    ['Interest rate', formatExactRate(Math.round(together.rate * 100) / 100), formatExactRate(offer.rate)],
    [
      'APR',
      only ? formatApr(getApr(getCostTerms(only))) : '',
      <AprFigure key="apr" debt={getOfferCost(offer)} currency={currency} />,
    ],
    ['Monthly payment', money(before.payment), money(after.payment)],
    ['Balance', money(together.balance), formatMoney(offer.amount, currency)],
    ['Fee', money(ZERO), formatMoney(offer.fee, currency)],
    ['Remaining interest', money(before.interest), money(after.interest)],
    ['Paid off', getMonth(before.lastDay), getMonth(after.lastDay)],
  ];
  return (
    <Section title="Comparison" aside={`expires ${formatListDate(offer.expires_on)}`} className="mt-12">
      <div className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-2">
        <div>
          <table className="figures w-full">
            <thead>
              <tr className="border-line border-b text-ink-3 text-sm">
                <th className="py-2 text-left font-medium">
                  <span className="sr-only">Term</span>
                </th>
                <th className="py-2 text-right font-medium">Current</th>
                <th className="py-2 text-right font-medium">Offer</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(([name, current, offered]) => (
                <tr key={name} className="border-line border-b">
                  <th className="py-2.5 text-left font-normal text-ink-2">{name}</th>
                  <td className="py-2.5 text-right">{current}</td>
                  <td className="py-2.5 text-right font-semibold">{offered}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <Verdict comparison={comparison} hasHigherRate={offer.rate > together.rate} currency={currency} />
          {offer.points !== null && offer.points > 0 && <Points offer={offer} points={offer.points} />}
          <ul className="mt-4 list-disc pl-5 text-ink-2 text-sm">
            {offer.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
          <div className="mt-6">
            <RefinanceAccept offer={offer} debts={debts} lessAMonth={fromMinor(comparison.lessAMonth)} />
          </div>
        </div>
        <div>
          <h3 className="mb-2 font-medium text-sm">Total interest and fees over time</h3>
          <DebtChart
            label="Total interest and fees over time"
            summary={formatBreakEven(comparison)}
            lines={[
              { name: 'Current', kind: 'baseline', points: getPoints(comparison, 'before') },
              { name: 'Offer', kind: 'expected', points: getPoints(comparison, 'after') },
            ]}
            today={today}
            currency={currency}
            mark={getBreakEven(comparison)}
          />
          <p className="mt-3 text-ink-2 text-sm">{formatBreakEven(comparison)}</p>
        </div>
      </div>
    </Section>
  );
}

/** Returns the terms of the new loan. The fee is part of the loan, so less than its amount is financed. */
const getOfferCost = ({ amount, rate, term, fee, points_fee }: RefinanceOffer) => ({
  amount,
  percent: rate,
  months: term,
  fees: { origination: sumAmounts([fee, -(points_fee ?? 0)]), underwriting: 0, points: points_fee ?? 0 },
});

function Points({ offer, points }: { offer: RefinanceOffer; points: number }) {
  const { amount, rate, term, currency, points_fee } = offer;
  const before = { amount: toMinor(amount), rate: rate + points * POINTS.lowersRateBy, months: term };
  const { saved, breakEvenMonth } = comparePoints(before, points);
  return (
    <p className="mt-4 text-ink-2 text-sm">
      {formatCount(points, 'point')} for {formatMoney(points_fee ?? 0, currency)}{' '}
      {points === 1 ? 'saves' : 'save'} {formatMinor(saved, currency)} a month.{' '}
      {breakEvenMonth === null
        ? 'The loan ends before you break even.'
        : `You break even in month ${breakEvenMonth}.`}
    </p>
  );
}

type VerdictProps = { comparison: RefinanceComparison; hasHigherRate: boolean; currency: string };

function Verdict({ comparison, hasHigherRate, currency }: VerdictProps) {
  const { saved, lessAMonth } = comparison;
  const money = (amount: Minor) => formatMinor(absMinor(amount), currency);
  const month =
    lessAMonth >= 0 ? `${money(lessAMonth)} less per month` : `${money(lessAMonth)} more per month`;
  return saved > 0 ? (
    <AlertBox kind="positive" fact={`You save ${money(saved)} in total.`} className="mt-5">
      This includes the fee. You'd pay {month}.
    </AlertBox>
  ) : (
    <AlertBox fact={`This offer costs ${money(saved)} more in total.`} className="mt-5">
      {hasHigherRate ? 'Its rate is higher' : 'Its fee and longer term cost more than its rate saves'}, and
      you'd pay {month}.
    </AlertBox>
  );
}

function formatBreakEven({ breakEvenMonth, costsMoreFrom, costs }: RefinanceComparison): string {
  if (breakEvenMonth === null) return 'This offer never breaks even. It always costs more.';
  const monthAt = (number: number) => getMonth(costs.find(({ month }) => month === number)?.day ?? null);
  const even = `You break even in ${monthAt(breakEvenMonth)} (month ${breakEvenMonth}). After that, the new loan costs less.`;
  return costsMoreFrom === null
    ? even
    : `${even} Starting ${monthAt(costsMoreFrom)}, the new loan costs more overall because its term is longer.`;
}

function getBreakEven({ breakEvenMonth, costs }: RefinanceComparison) {
  const at = costs.find(({ month }) => month === breakEvenMonth);
  return at && { day: dayText(at.day), label: `Break-even in month ${at.month}` };
}

const getPoints = ({ costs }: RefinanceComparison, plan: 'before' | 'after') =>
  costs.map((cost) => ({ day: dayText(cost.day), value: fromMinor(cost[plan]) }));
const getMonth = (day: number | null) => (day === null ? 'now' : formatAs(dayText(day), 'MMM yyyy'));

/** Describes what happens to escrow, such as `$980.00 credited, $490.00 due now, then $490.00 a month`. */
function describeEscrow(escrow: RefinancedEscrow, isCredited: boolean, currency: string): string {
  const { balance, payment, target, shortage, surplus } = escrow;
  const money = (amount: number) => formatMoney(amount, currency);
  const isMoved = isCredited || balance <= 0;
  const due = isMoved ? shortage : target;
  return [
    balance > 0 && `${money(balance)} ${isMoved ? 'credited' : 'refunded later'}`,
    due > 0 && `${money(due)} due now${balance < 0 ? `, with the ${money(-balance)} we advanced` : ''}`,
    isMoved && surplus > 0 && `${money(surplus)} refunded now`,
    `then ${money(payment)} a month`,
  ]
    .filter(Boolean)
    .join(', ');
}

type RefinanceAcceptProps = { offer: RefinanceOffer; debts: readonly Debt[]; lessAMonth: number };

function RefinanceAccept({ offer, debts, lessAMonth }: RefinanceAcceptProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [error, setError] = useState<string>();
  const { send, isPending } = useIdempotentMutation(debtMutations.acceptOffer);
  const navigate = useNavigate();
  const { currency, escrow, pmi } = offer;
  const [creditsEscrow, setCreditsEscrow] = useState(true);

  async function accept() {
    try {
      const debt = await send({
        offer_id: offer.offer_id,
        ...(escrow && creditsEscrow && { credits_escrow: true }),
      });
      toast.success(debts.length > 1 ? 'Debts combined' : `${debt.name} refinanced`);
      navigate(debtPath(debt));
    } catch (refused) {
      setError(getRefusalMessage(refused, currency) ?? undefined);
    }
  }

  return (
    <>
      <Button variant="primary" size="lg" onClick={() => setIsOpen(true)}>
        Accept offer
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Accept this offer?"
        description="We'll pay off the old debts and open the new one right away."
      >
        <div className="flex flex-col gap-5">
          <Review>
            {debts.map((debt) => (
              <ReviewChange
                key={debt.id}
                label={`Balance on ${debt.name}`}
                before={debt.owed}
                after={0}
                currency={currency}
              />
            ))}
            <ReviewLine label="Accrued interest and fee">
              {formatMoney(sumAmounts([offer.amount, ...debts.map(({ owed }) => -owed)]), currency)}
            </ReviewLine>
            <ReviewLine
              label={`New ${debts[0]?.product ?? 'loan'} at ${formatExactRate(offer.rate)}, ${formatMonths(offer.term)}`}
            >
              {formatMoney(offer.amount, currency)}
            </ReviewLine>
            <ReviewLine label="Monthly payment">
              {formatMoney(offer.monthly_payment, currency)} ({formatMoney(-lessAMonth, currency, true)})
            </ReviewLine>
            {pmi ? (
              <ReviewLine label="Mortgage insurance a month">{formatMoney(pmi, currency)}</ReviewLine>
            ) : null}
            {escrow && (
              <ReviewLine label="Escrow">{describeEscrow(escrow, creditsEscrow, currency)}</ReviewLine>
            )}
          </Review>
          {escrow && escrow.balance > 0 && (
            <label className="flex items-start gap-3">
              <input
                type="checkbox"
                checked={creditsEscrow}
                onChange={(event) => setCreditsEscrow(event.target.checked)}
                className="mt-0.5 size-5 shrink-0 accent-(--accent)"
              />
              <span>
                Credit the escrow balance to the new mortgage
                <span className="block text-ink-3 text-sm">
                  Otherwise, we refund it within 20 business days.
                </span>
              </span>
            </label>
          )}
          {error && (
            <p role="alert" className="text-negative text-sm">
              {error}
            </p>
          )}
          <Button variant="primary" size="lg" busy={isPending} onClick={() => void accept()}>
            Replace with a {formatMoney(offer.amount, currency)} loan
          </Button>
          <Button variant="ghost" onClick={() => setIsOpen(false)}>
            Keep current terms
          </Button>
        </div>
      </Dialog>
    </>
  );
}
