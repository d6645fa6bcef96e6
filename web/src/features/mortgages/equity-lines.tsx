import { QuoteLine } from '@/entities/debt/payment-quote';
import { formatMoney, fromMinor, subtractMinor, toMinor } from '@/lib/money';

/** Above this share of the value lenders ask for mortgage insurance. */
const INSURED_ABOVE_PERCENT = 80;

/** Which part of a home is borrowed and which is one's own. Major units. */
export function EquityLines({ value, down, currency }: { value: number; down: number; currency: string }) {
  const lent = fromMinor(subtractMinor(toMinor(value), toMinor(down)));
  const loanToValue = Math.round((lent / value) * 1000) / 10;
  return (
    <>
      <QuoteLine term="Loan-to-value ratio">
        {loanToValue}%
        {loanToValue > INSURED_ABOVE_PERCENT && (
          <span className="block font-normal text-sm text-warning">over {INSURED_ABOVE_PERCENT}%</span>
        )}
      </QuoteLine>
      <QuoteLine term="Initial equity">{formatMoney(down, currency)}</QuoteLine>
    </>
  );
}
