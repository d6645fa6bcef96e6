import type { SimulatedDebt } from '@/entities/debt/data/plan';
import type { Debt } from '@/entities/debt/data/terms';
import { formatListDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { AlertBox } from '@/ui/alert-box';
import { TextLink } from '@/ui/link';

/** The consequences of each delinquency mark, with advice. */
const MARKS: Record<number, string> = {
  30: 'We reported this debt as 30 days late, which lowers your credit score. Pay the past-due amount to bring it current.',
  60: 'We reported this debt as 60 days late. Pay the past-due amount before day 90, or pause payments if your income has dropped.',
  90: 'This debt is in default. Pay the past-due amount, or message us about a longer term.',
};

type DebtOverdueNoticeProps = { debt: Debt; simulated: SimulatedDebt; today: string };

/** Renders a debt's problems with explanations and advice; renders nothing if there are none. */
export function DebtOverdueNotice({ debt, simulated, today }: DebtOverdueNoticeProps) {
  const { pastDue, daysPastDue, pausedUntil, currency } = debt;
  const isPaused = pausedUntil !== null && pausedUntil >= today;
  return (
    <div className="mb-8 flex flex-col gap-3 empty:hidden">
      {pastDue > 0 && (
        <AlertBox
          kind={daysPastDue > 0 ? 'negative' : 'warning'}
          fact={`${formatMoney(pastDue, currency)} is past due${daysPastDue > 0 ? ` by ${daysPastDue} days or more` : ''}.`}
          action={
            <span className="mt-1 flex flex-wrap gap-x-5">
              <TextLink to="#pay">Pay past-due amount</TextLink>
              <TextLink to="#pause">Pause payments</TextLink>
              {!debt.autopay && <TextLink to="#autopay">Turn on autopay</TextLink>}
            </span>
          }
        >
          {MARKS[daysPastDue] ?? describeLateFee(simulated)}
        </AlertBox>
      )}
      {isPaused && (
        <AlertBox kind="info" fact={`Paused: no payment is due until ${formatListDate(pausedUntil)}.`}>
          Interest still accrues and is added to your balance. You can pay at any time.
        </AlertBox>
      )}
    </div>
  );
}

/** Explains the late fee of a payment that we haven't reported as late: charged, or still avoidable. */
function describeLateFee({ hasLateFee }: SimulatedDebt): string {
  return hasLateFee
    ? 'We charged a 5% late fee. Pay within 30 days of the due date, before we report it as late.'
    : 'A payment more than 15 days late costs a 5% late fee. After 30 days, a late payment lowers your credit score.';
}
