import { dayText } from '@engine/calendar/calendar.ts';
import { CalendarCheck, ChevronRight, CirclePause, Merge, Repeat } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { MoneyAccount } from '@/entities/account/account-field';
import type { SimulatedDebt } from '@/entities/debt/data/plan';
import type { Debt } from '@/entities/debt/data/terms';
import { formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { Dialog } from '@/ui/overlays/dialog';
import { Section } from '@/ui/page';
import { DebtAutopay } from './autopay';
import { useOpenByHash } from './location-hash';
import { DebtPause } from './pause';
import { DebtPayoff } from './payoff';

type DebtManageProps = { debt: Debt; accounts: readonly MoneyAccount[]; simulated: SimulatedDebt };
type OpenDialog = 'autopay' | 'payoff' | 'pause' | null;

const HASHES: Record<string, OpenDialog> = { '#autopay': 'autopay', '#payoff': 'payoff', '#pause': 'pause' };

/** Renders the settings of a debt. */
export function DebtManage({ debt, accounts, simulated }: DebtManageProps) {
  const [asked, setAsked] = useState<OpenDialog>(null);
  useOpenByHash(HASHES, debt, setAsked);
  const account = accounts.find(({ id }) => id === debt.autopay?.accountId);
  const dialog = (which: OpenDialog) => ({
    open: asked === which,
    onOpenChange: (open: boolean) => setAsked(open ? which : null),
  });
  const close = () => setAsked(null);
  const today = dayText(simulated.today);
  const isPaused = debt.pausedUntil !== null && debt.pausedUntil >= today;
  return (
    <>
      {/* Stays mounted, so that the dialog can confirm the final payment. */}
      {debt.owed > 0 && (
        <Section title="Manage">
          <ul className="divide-y divide-line border-line border-t">
            <Way
              icon={<Repeat aria-hidden strokeWidth={1.5} className="size-5" />}
              title="Autopay"
              detail={formatAutopay(debt, account?.name)}
              onClick={() => setAsked('autopay')}
            />
            <Way
              icon={<CalendarCheck aria-hidden strokeWidth={1.5} className="size-5" />}
              title="Pay off"
              detail="Payoff amount for any date"
              onClick={() => setAsked('payoff')}
            />
            <Way
              icon={<Merge aria-hidden strokeWidth={1.5} className="size-5" />}
              title="Refinance or combine"
              detail="Compare our offer with your current terms"
              to={`/loans/refinance?debts=${debt.id}`}
            />
            <Way
              icon={<CirclePause aria-hidden strokeWidth={1.5} className="size-5" />}
              title={isPaused ? 'Resume payments' : 'Pause payments'}
              detail={
                isPaused
                  ? `Until ${formatTextDate(debt.pausedUntil ?? today)}`
                  : '1 to 3 months. Interest still accrues.'
              }
              onClick={() => setAsked('pause')}
            />
          </ul>
        </Section>
      )}
      <Dialog {...dialog('autopay')} title="Autopay" description={`Pays ${debt.name} on each due date.`}>
        {asked === 'autopay' && <DebtAutopay debt={debt} accounts={accounts} onDone={close} />}
      </Dialog>
      <Dialog {...dialog('payoff')} title={`Pay off ${debt.name}`}>
        {asked === 'payoff' && <DebtPayoff debt={debt} accounts={accounts} today={today} onDone={close} />}
      </Dialog>
      <Dialog
        {...dialog('pause')}
        title={isPaused ? `Resume payments on ${debt.name}?` : `Pause payments on ${debt.name}?`}
      >
        {asked === 'pause' && (
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

type WayProps = { icon: ReactNode; title: string; detail: string; to?: string; onClick?: () => void };

function Way({ icon, title, detail, to, onClick }: WayProps) {
  const classes =
    '-mx-2.5 flex min-h-13 w-[calc(100%+1.25rem)] items-center gap-3 rounded-2 px-2.5 py-2.5 text-left hover:bg-sunken';
  const content = (
    <>
      <span className="grid size-5 shrink-0 place-items-center text-ink-2">{icon}</span>
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{title}</span>
        <span className="block text-ink-3 text-sm">{detail}</span>
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-3" strokeWidth={1.5} />
    </>
  );
  return (
    <li>
      {to ? (
        <Link to={to} className={classes}>
          {content}
        </Link>
      ) : (
        <button type="button" onClick={onClick} className={classes}>
          {content}
        </button>
      )}
    </li>
  );
}
