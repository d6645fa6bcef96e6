import { type Minor, markMinor, toMinor, ZERO } from '@engine/money/minor.ts';
import { type Disclosure, getDisclosure } from '@engine/products/debts/apr.ts';
import { Explain, type ExplainInput } from '@/entities/explanation/explain';
import { formatExactRate, formatMinor, formatMoney } from '@/lib/money';
import { type DebtFees, NO_FEES, totalFees } from './fees';

/** The terms that the cost of a debt depends on. The amount is in major units, and the rate in percent. */
export type CostOfDebt = {
  amount: number;
  percent: number;
  months: number;
  fees?: DebtFees;
  insurance?: InsuranceCost | undefined;
};

/** The monthly premium of mortgage insurance, and the number of the last installment with one. */
export type InsuranceCost = { premium: Minor; last: number };

/** Returns the disclosure figures of a debt; null if its fees aren't lower than its amount. */
export function getCost({
  amount,
  percent,
  months,
  fees = NO_FEES,
  insurance,
}: CostOfDebt): Disclosure | null {
  return getDisclosure({
    ...{ amount: toMinor(amount), rate: percent, months, fees: totalFees(fees) },
    ...(insurance && { addedTo: (number) => (number <= insurance.last ? insurance.premium : ZERO) }),
  });
}

/** Returns true if the debt costs more than its interest. */
export const hasCharges = ({ fees = NO_FEES, insurance }: CostOfDebt) =>
  totalFees(fees) > 0 || insurance !== undefined;

/** Returns the annual percentage rate in percent, or the rate if the debt costs nothing but interest. */
export function getApr(debt: CostOfDebt): number {
  if (!hasCharges(debt)) return debt.percent;
  return getCost(debt)?.apr ?? debt.percent;
}

const THOUSANDTHS = 1000;

/** Formats an annual percentage rate with at most three decimals, such as `6.401%`. */
export const formatApr = (percent: number) =>
  formatExactRate(Math.round(percent * THOUSANDTHS) / THOUSANDTHS);

type AprFigureProps = { debt: CostOfDebt; currency: string };

/** Renders the annual percentage rate, and explains it with the figures of the disclosure. */
export function AprFigure({ debt, currency }: AprFigureProps) {
  const { fees = NO_FEES, insurance, percent } = debt;
  const cost = getCost(debt);
  if (!cost) return null;
  const money = (amount: number) => formatMoney(amount, currency);
  const named: ExplainInput[] = [
    { name: 'Origination fee', value: money(fees.origination), amount: fees.origination },
    { name: 'Underwriting fee', value: money(fees.underwriting), amount: fees.underwriting },
    { name: 'Points', value: money(fees.points), amount: fees.points },
  ].flatMap(({ amount, ...input }) => (amount > 0 ? [input] : []));
  return (
    <Explain
      title="Annual percentage rate (APR)"
      formula={
        hasCharges(debt)
          ? 'The yearly rate at which the payments are worth exactly the amount financed today.'
          : 'There are no fees, so the APR is the interest rate.'
      }
      inputs={[
        { name: 'Amount', value: money(debt.amount) },
        ...named,
        ...(insurance
          ? [
              {
                name: 'Mortgage insurance',
                value: formatMinor(markMinor(insurance.premium * insurance.last), currency),
                detail: `${insurance.last} × ${formatMinor(insurance.premium, currency)}`,
              },
            ]
          : []),
        { name: 'Amount financed', value: formatMinor(cost.amountFinanced, currency) },
        { name: 'Finance charge', value: formatMinor(cost.financeCharge, currency) },
        { name: 'Total of payments', value: formatMinor(cost.totalOfPayments, currency) },
        { name: 'Interest rate', value: formatExactRate(percent) },
        { name: 'APR', value: formatApr(getApr(debt)) },
      ]}
      source="Regulation Z, 12 CFR 1026, appendix J. The finance charge is the interest, the fees, and the mortgage insurance, if every payment is on time."
    >
      {formatApr(getApr(debt))}
    </Explain>
  );
}
