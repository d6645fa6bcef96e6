import { dayText } from '@engine/calendar/calendar.ts';
import { CalendarCheck, CirclePause, Merge, Repeat } from 'lucide-react';
import type { MoneyAccount } from '@/entities/account/account-field';
import type { SimulatedDebt } from '@/entities/debt/data/plan';
import { type Debt, debtPath } from '@/entities/debt/data/terms';
import { formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { useOpenByHash } from '@/lib/use-open-by-hash';
import { Dialog } from '@/ui/overlays/dialog';
import { useDialogs } from '@/ui/overlays/use-dialogs';
import { Section } from '@/ui/page';
import { ActionRow } from '@/ui/row-list';
import { DebtAutopay } from './autopay';
import { DebtPause } from './pause';
import { DebtPayoff } from './payoff';

type DebtManageProps = { debt: Debt; accounts: readonly MoneyAccount[]; simulated: SimulatedDebt };
type DialogName = 'autopay' | 'payoff' | 'pause';

const HASHES: Record<string, DialogName> = { '#autopay': 'autopay', '#payoff': 'payoff', '#pause': 'pause' };

export function DebtManage({ debt, accounts, simulated }: DebtManageProps) {
  const { opened, open, close, dialog } = useDialogs<DialogName>();
  useOpenByHash(HASHES, debtPath(debt), open);
  const account = accounts.find(({ id }) => id === debt.autopay?.accountId);
  const today = dayText(simulated.today);
  const isPaused = debt.pausedUntil !== null && debt.pausedUntil >= today;
  return (
    <>
      {/* The component stays mounted after the payoff, so that the dialog can confirm the final payment. */}
      {debt.owed > 0 && (
        <Section title="Manage">
          <ul className="divide-y divide-line border-line border-t">
            <ActionRow
              icon={<Repeat className="size-5" />}
              title="Autopay"
              detail={formatAutopay(debt, account?.name)}
              onClick={() => open('autopay')}
            />
            <ActionRow
              icon={<CalendarCheck className="size-5" />}
              title="Pay off"
              detail="Payoff amount for any date"
              onClick={() => open('payoff')}
            />
            <ActionRow
              icon={<Merge className="size-5" />}
              title="Refinance or combine"
              detail="Compare our offer with your current terms"
              to={`/loans/refinance?debts=${debt.id}`}
            />
            <ActionRow
              icon={<CirclePause className="size-5" />}
              title={isPaused ? 'Resume payments' : 'Pause payments'}
              detail={
                isPaused
                  ? `Until ${formatTextDate(debt.pausedUntil ?? today)}`
                  : '1 to 3 months. Interest still accrues.'
              }
              onClick={() => open('pause')}
            />
          </ul>
        </Section>
      )}
      <Dialog
        {...dialog('autopay')}
        title="Autopay"
        description={`Pay ${debt.name} automatically on each due date.`}
      >
        {opened === 'autopay' && <DebtAutopay debt={debt} accounts={accounts} onDone={close} />}
      </Dialog>
      <Dialog {...dialog('payoff')} title={`Pay off ${debt.name}`}>
        {opened === 'payoff' && <DebtPayoff debt={debt} accounts={accounts} today={today} onDone={close} />}
      </Dialog>
      <Dialog
        {...dialog('pause')}
        title={isPaused ? `Resume payments on ${debt.name}?` : `Pause payments on ${debt.name}?`}
      >
        {opened === 'pause' && (
          <DebtPause debt={debt} simulated={simulated} isPaused={isPaused} onDone={close} />
        )}
      </Dialog>
    </>
  );
}

function formatAutopay({ autopay, currency }: Debt, account: string | undefined): string {
  if (!autopay) return 'Off. You make each payment yourself.';
  const extra = autopay.extra > 0 ? `, ${formatMoney(autopay.extra, currency)} extra` : '';
  return `From ${account ?? 'an account'}${extra}`;
}
