import { useMutation } from '@tanstack/react-query';
import type { MoneyAccount } from '@/entities/account/account-field';
import { DebtActions } from '@/entities/debt/actions';
import { loanAsDebt } from '@/entities/debt/data/terms';
import { LoanForm } from './loan-form';
import { loanMutations } from './mutations';
import type { Loan } from './queries';

type LoanActionsProps = {
  loan: Loan;
  accounts: readonly MoneyAccount[];
  /** The simulated day (`yyyy-MM-dd`). */
  today: string;
  onDeleted?: () => void;
};

/** Renders the actions of a loan. */
export function LoanActions({ loan, accounts, today, onDeleted }: LoanActionsProps) {
  const pay = useMutation(loanMutations.pay);
  const remove = useMutation(loanMutations.delete);
  return (
    <DebtActions
      debt={loanAsDebt(loan)}
      called={loan.name}
      accounts={accounts}
      onPay={async (payment) => (await pay.mutateAsync({ loanId: loan.id, ...payment })).remaining_balance}
      onDelete={async () => {
        await remove.mutateAsync(loan.id);
        onDeleted?.();
      }}
      editForm={(close) => <LoanForm loan={loan} today={today} onDone={close} />}
    />
  );
}
