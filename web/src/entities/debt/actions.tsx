import { useMutation } from '@tanstack/react-query';
import { CirclePause, Download, Ellipsis, Merge, Pencil, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { MoneyAccount } from '@/entities/account/account-field';
import { debtMutations } from '@/entities/debt/data/mutations';
import type { SimulatedDebt } from '@/entities/debt/data/plan';
import { type Debt, getDebtLabel, isPaused } from '@/entities/debt/data/terms';
import { formatMoney } from '@/lib/money';
import { useOpenByHash } from '@/lib/navigation/use-open-by-hash';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';
import { Menu, MenuAction, MenuItem, MenuSeparator } from '@/ui/overlays/menu';
import { useDialogs } from '@/ui/overlays/use-dialogs';
import { DebtPause } from './pause';
import { PayDebt } from './pay-debt';

export type DebtActionsProps = {
  debt: Debt;
  accounts: readonly MoneyAccount[];
  simulated: SimulatedDebt;
  /** The next payment in major units. */
  due: number;
  /** Renders the form that changes the debt's terms. */
  editForm: (close: () => void) => ReactNode;
  /** Creates another debt; undefined if the list page offers it. */
  onCreate: (() => void) | undefined;
  /** Downloads the schedule; undefined if there is none. */
  onDownload?: () => void;
  onDeleted: () => void;
};

const HASHES: Record<string, 'pause'> = { '#pause': 'pause' };

/** Renders the button that pays a debt, and a menu with everything else that can be done with it. */
export function DebtActions({ editForm, onCreate, onDownload, onDeleted, ...props }: DebtActionsProps) {
  const { debt, accounts, simulated, due } = props;
  const { opened, open, close, dialog } = useDialogs<'edit' | 'pause' | 'delete'>();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useOpenByHash(HASHES, pathname, open);
  const name = getDebtLabel(debt);
  const paused = isPaused(debt, simulated.today);
  return (
    <>
      <PayDebt debt={debt} accounts={accounts} due={due} variant="primary" opensByHash />
      <Menu
        trigger={
          <Button
            aria-label={`More options for ${debt.name}`}
            className="px-2.5! md:order-first"
            data-compact
          >
            <Ellipsis className="size-5" />
          </Button>
        }
      >
        {!debt.line && <MenuAction icon={Pencil} label="Edit details" onSelect={() => open('edit')} />}
        {debt.owed > 0 && (
          <>
            {!debt.line && (
              <MenuAction
                icon={Merge}
                label="Refinance"
                onSelect={() => void navigate(`/loans/refinance?debts=${debt.id}`)}
              />
            )}
            <MenuAction
              icon={CirclePause}
              label={paused ? 'Resume payments' : 'Pause payments'}
              onSelect={() => open('pause')}
            />
          </>
        )}
        {onDownload && <MenuAction icon={Download} label="Download schedule" onSelect={onDownload} />}
        {onCreate && <MenuAction icon={Plus} label={`Create another ${debt.product}`} onSelect={onCreate} />}
        <MenuSeparator />
        <MenuItem onSelect={() => open('delete')} className="text-negative">
          <Trash2 className="size-5" /> {debt.line ? 'Close line of credit' : `Delete ${debt.product}`}
        </MenuItem>
      </Menu>
      <Dialog {...dialog('edit')} title={`Edit ${name}`}>
        {opened === 'edit' && editForm(close)}
      </Dialog>
      <Dialog
        {...dialog('pause')}
        title={paused ? `Resume payments on ${debt.name}?` : `Pause payments on ${debt.name}?`}
      >
        {opened === 'pause' && (
          <DebtPause debt={debt} simulated={simulated} isPaused={paused} onDone={close} />
        )}
      </Dialog>
      <Dialog
        {...dialog('delete')}
        title={`${debt.line ? 'Close' : 'Delete'} ${name}?`}
        description={
          debt.line
            ? 'You can no longer draw from it. Its past transactions stay in your records.'
            : `This permanently deletes the ${debt.product}. Its past transactions stay in your records.`
        }
      >
        <DeleteDebt debt={debt} onDeleted={onDeleted} onCancel={close} />
      </Dialog>
    </>
  );
}

type DeleteDebtProps = { debt: Debt; onDeleted: () => void; onCancel: () => void };

function DeleteDebt({ debt, onDeleted, onCancel }: DeleteDebtProps) {
  const remove = useMutation(debtMutations.delete(debt.product));
  const name = getDebtLabel(debt);
  async function deleteDebt() {
    try {
      await remove.mutateAsync(debt.id);
      toast.success(`${capitalize(name)} ${debt.line ? 'closed' : 'deleted'}`);
      onDeleted();
    } catch {
      // The query client reports the failure. The dialog stays open.
    }
  }
  return (
    <div className="flex flex-col gap-5">
      {debt.owed > 0 && debt.line && (
        <AlertBox fact={`You still owe ${formatMoney(debt.owed, debt.currency)}.`}>
          Pay it off first. Then you can close the line of credit.
        </AlertBox>
      )}
      {debt.owed > 0 && !debt.line && (
        <AlertBox fact={`You still owe ${formatMoney(debt.owed, debt.currency)}.`}>
          We'll write off this balance when we delete the {debt.product}.
        </AlertBox>
      )}
      {!(debt.line && debt.owed > 0) && (
        <Button variant="danger" size="lg" busy={remove.isPending} onClick={() => void deleteDebt()}>
          {debt.line ? 'Close' : 'Delete'} {name}
        </Button>
      )}
      <Button variant="ghost" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
