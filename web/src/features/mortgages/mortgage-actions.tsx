import { useMutation } from '@tanstack/react-query';
import type { MoneyAccount } from '@/entities/account/account-field';
import { DebtActions } from '@/entities/debt/actions';
import { mortgageAsDebt } from '@/entities/debt/data/terms';
import { MortgageForm } from './mortgage-form';
import { mortgageMutations } from './mutations';
import type { Mortgage } from './queries';

/** Renders the actions of a mortgage. */
export function MortgageActions({
  mortgage,
  accounts,
  today,
  onDeleted,
}: {
  mortgage: Mortgage;
  accounts: readonly MoneyAccount[];
  /** The simulated day (`yyyy-MM-dd`). */
  today: string;
  onDeleted?: () => void;
}) {
  const pay = useMutation(mortgageMutations.pay);
  const remove = useMutation(mortgageMutations.delete);
  return (
    <DebtActions
      debt={mortgageAsDebt(mortgage)}
      called={mortgage.name === 'Mortgage' ? 'the mortgage' : mortgage.name}
      accounts={accounts}
      onPay={async (payment) =>
        (await pay.mutateAsync({ mortgageId: mortgage.id, ...payment })).remaining_balance
      }
      onDelete={async () => {
        await remove.mutateAsync(mortgage.id);
        onDeleted?.();
      }}
      editForm={(close) => <MortgageForm mortgage={mortgage} today={today} onDone={close} />}
    />
  );
}
