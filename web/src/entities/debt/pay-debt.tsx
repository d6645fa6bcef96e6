import { useMutation } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useLocation } from 'react-router';
import type { MoneyAccount } from '@/entities/account/account-field';
import { debtMutations } from '@/entities/debt/data/mutations';
import { type Debt, debtPath, getDebtLabel } from '@/entities/debt/data/terms';
import { PaymentFlow } from '@/entities/payment/payment-flow';
import { formatMoney } from '@/lib/money';
import { useOpenByHash } from '@/lib/navigation/use-open-by-hash';
import { Button } from '@/ui/button';
import { TextLink } from '@/ui/link';
import { Dialog } from '@/ui/overlays/dialog';
import { useDialogs } from '@/ui/overlays/use-dialogs';

type PayDebtProps = Pick<ComponentProps<typeof Button>, 'variant'> & {
  debt: Debt;
  accounts: readonly MoneyAccount[];
  /** The next payment in major units, which the form suggests. */
  due: number;
  /** Opens the form if the URL ends with `#pay`. */
  opensByHash?: boolean;
};

const HASHES: Record<string, 'pay'> = { '#pay': 'pay' };
const NO_HASHES: Record<string, 'pay'> = {};

/** Renders a button with the amount of the next payment, and the form in which the customer pays it. */
export function PayDebt({ debt, accounts, due, variant, opensByHash = false }: PayDebtProps) {
  const { opened, open, close, dialog } = useDialogs<'pay'>();
  const { pathname } = useLocation();
  const pay = useMutation(debtMutations.pay(debt.product));
  useOpenByHash(opensByHash ? HASHES : NO_HASHES, pathname, open);
  return (
    <>
      {/* The dialog stays mounted after the last payment, so that it can confirm it. */}
      {debt.owed > 0 && (
        <Button variant={variant} onClick={() => open('pay')}>
          Pay {formatMoney(due, debt.currency)}
        </Button>
      )}
      <Dialog {...dialog('pay')} title={`Pay ${getDebtLabel(debt)}`}>
        {opened === 'pay' && (
          <PaymentFlow
            lowers
            name={debt.name}
            owed={debt.owed}
            currency={debt.currency}
            accounts={accounts}
            initialAmount={due}
            suggestions={[
              { label: 'Next payment', amount: due },
              ...(debt.pastDue > 0 ? [{ label: 'Past-due amount', amount: debt.pastDue }] : []),
              { label: 'Full balance', amount: debt.owed },
            ]}
            note={
              <p className="text-ink-3 text-sm">
                Interest since the last due date posts on the next due date. To pay it today,{' '}
                <TextLink to={`${debtPath(debt)}#payoff`} onClick={close}>
                  pay off the full balance
                </TextLink>
                .
              </p>
            }
            onPay={async (payment) =>
              (await pay.mutateAsync({ debtId: debt.id, ...payment })).remaining_balance
            }
            onDone={close}
          />
        )}
      </Dialog>
    </>
  );
}
