import { dayText } from '@engine/calendar/calendar.ts';
import { markMinor, toMinor } from '@engine/money/minor.ts';
import { getBiweeklyPlan } from '@engine/products/debts/biweekly.ts';
import type { BiweeklyState } from '@engine/simulation/state.ts';
import { CalendarCheck, CalendarDays, CalendarSync, Repeat } from 'lucide-react';
import { useLocation } from 'react-router';
import type { MoneyAccount } from '@/entities/account/account-field';
import type { Debt } from '@/entities/debt/data/terms';
import { formatListDate } from '@/lib/dates';
import { formatMinor, formatMoney } from '@/lib/money';
import { useOpenByHash } from '@/lib/navigation/use-open-by-hash';
import { Dialog } from '@/ui/overlays/dialog';
import { useDialogs } from '@/ui/overlays/use-dialogs';
import { ActionRow } from '@/ui/row-list';
import { DebtAutopay } from './autopay';
import { BiweeklyPlan } from './biweekly-plan';
import { PaymentDay } from './payment-day';
import { DebtPayoff } from './payoff';

type DebtManageProps = {
  debt: Debt;
  accounts: readonly MoneyAccount[];
  today: string;
  /** The biweekly plan; undefined if there is none. */
  plan: BiweeklyState | undefined;
  /** False if nothing is owed: no balance, and no interest that is billed later. */
  isOwed?: boolean;
};
type DialogName = 'autopay' | 'biweekly' | 'day' | 'payoff';

const HASHES: Record<string, DialogName> = { '#autopay': 'autopay', '#payoff': 'payoff' };

/** Renders autopay and the early payoff, and the dialogs in which the customer changes them. */
export function DebtManage({ debt, accounts, today, plan, isOwed = debt.owed > 0 }: DebtManageProps) {
  const { opened, open, close, dialog } = useDialogs<DialogName>();
  const { pathname } = useLocation();
  useOpenByHash(HASHES, pathname, open);
  const account = accounts.find(({ id }) => id === debt.autopay?.accountId);
  return (
    <>
      {/* The component stays mounted after the payoff, so that the dialog can confirm the final payment. */}
      {(debt.owed > 0 || debt.line) && (
        <ul aria-label="Manage" className="mt-8 divide-y divide-line border-line border-y">
          <ActionRow
            icon={<Repeat className="size-5" />}
            title="Autopay"
            detail={formatAutopay(debt, account?.name)}
            onClick={() => open('autopay')}
          />
          {!debt.line && (debt.autopay || plan) && (
            <ActionRow
              icon={<CalendarSync className="size-5" />}
              title="Biweekly plan"
              detail={plan ? describePlan(plan, debt) : 'Off. Autopay pays once a month.'}
              onClick={() => open('biweekly')}
            />
          )}
          {!debt.line && (
            <ActionRow
              icon={<CalendarDays className="size-5" />}
              title="Payment day"
              detail={`Day ${debt.paymentDay} of each month`}
              onClick={() => open('day')}
            />
          )}
          {isOwed && (
            <ActionRow
              icon={<CalendarCheck className="size-5" />}
              title="Pay off early"
              detail="Payoff amount for any date"
              onClick={() => open('payoff')}
            />
          )}
        </ul>
      )}
      <Dialog
        {...dialog('autopay')}
        title="Autopay"
        description={`Pay ${debt.name} automatically on each due date.`}
      >
        {opened === 'autopay' && <DebtAutopay debt={debt} accounts={accounts} today={today} onDone={close} />}
      </Dialog>
      <Dialog {...dialog('biweekly')} title={plan ? 'Stop the biweekly plan?' : 'Start a biweekly plan'}>
        {opened === 'biweekly' && (
          <BiweeklyPlan
            debt={debt}
            plan={plan}
            account={account?.name ?? 'your account'}
            today={today}
            onDone={close}
          />
        )}
      </Dialog>
      <Dialog {...dialog('day')} title="Change payment day">
        {opened === 'day' && <PaymentDay debt={debt} onDone={close} />}
      </Dialog>
      <Dialog {...dialog('payoff')} title={`Pay off ${debt.name}`}>
        {opened === 'payoff' && <DebtPayoff debt={debt} accounts={accounts} today={today} onDone={close} />}
      </Dialog>
    </>
  );
}

function describePlan({ next, balance }: BiweeklyState, { payment, currency }: Debt): string {
  const { half } = getBiweeklyPlan(toMinor(payment));
  return `${formatMinor(half, currency)} on ${formatListDate(dayText(next))}. We hold ${formatMinor(markMinor(balance), currency)}.`;
}

function formatAutopay({ autopay, currency }: Debt, account: string | undefined): string {
  if (!autopay) return 'Off. You make each payment yourself.';
  const extra = autopay.extra > 0 ? `, ${formatMoney(autopay.extra, currency)} extra` : '';
  return `From ${account ?? 'an account'}${extra}`;
}
