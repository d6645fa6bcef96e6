import { CalendarCheck, CalendarDays, Repeat } from 'lucide-react';
import { useLocation } from 'react-router';
import type { MoneyAccount } from '@/entities/account/account-field';
import type { Debt } from '@/entities/debt/data/terms';
import { formatMoney } from '@/lib/money';
import { useOpenByHash } from '@/lib/navigation/use-open-by-hash';
import { Dialog } from '@/ui/overlays/dialog';
import { useDialogs } from '@/ui/overlays/use-dialogs';
import { ActionRow } from '@/ui/row-list';
import { DebtAutopay } from './autopay';
import { PaymentDay } from './payment-day';
import { DebtPayoff } from './payoff';

type DebtManageProps = { debt: Debt; accounts: readonly MoneyAccount[]; today: string };
type DialogName = 'autopay' | 'day' | 'payoff';

const HASHES: Record<string, DialogName> = { '#autopay': 'autopay', '#payoff': 'payoff' };

/** Renders autopay and the early payoff, and the dialogs in which the customer changes them. */
export function DebtManage({ debt, accounts, today }: DebtManageProps) {
  const { opened, open, close, dialog } = useDialogs<DialogName>();
  const { pathname } = useLocation();
  useOpenByHash(HASHES, pathname, open);
  const account = accounts.find(({ id }) => id === debt.autopay?.accountId);
  return (
    <>
      {/* The component stays mounted after the payoff, so that the dialog can confirm the final payment. */}
      {debt.owed > 0 && (
        <ul aria-label="Manage" className="mt-8 divide-y divide-line border-line border-y">
          <ActionRow
            icon={<Repeat className="size-5" />}
            title="Autopay"
            detail={formatAutopay(debt, account?.name)}
            onClick={() => open('autopay')}
          />
          <ActionRow
            icon={<CalendarDays className="size-5" />}
            title="Payment day"
            detail={`Day ${debt.paymentDay} of each month`}
            onClick={() => open('day')}
          />
          <ActionRow
            icon={<CalendarCheck className="size-5" />}
            title="Pay off early"
            detail="Payoff amount for any date"
            onClick={() => open('payoff')}
          />
        </ul>
      )}
      <Dialog
        {...dialog('autopay')}
        title="Autopay"
        description={`Pay ${debt.name} automatically on each due date.`}
      >
        {opened === 'autopay' && <DebtAutopay debt={debt} accounts={accounts} today={today} onDone={close} />}
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

function formatAutopay({ autopay, currency }: Debt, account: string | undefined): string {
  if (!autopay) return 'Off. You make each payment yourself.';
  const extra = autopay.extra > 0 ? `, ${formatMoney(autopay.extra, currency)} extra` : '';
  return `From ${account ?? 'an account'}${extra}`;
}
