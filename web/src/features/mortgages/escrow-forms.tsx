import { parseDay } from '@engine/calendar/calendar.ts';
import { fromMinor, markMinor } from '@engine/money/minor.ts';
import { z } from 'zod';
import { AccountChange } from '@/entities/account/account-change';
import { AccountField, type MoneyAccount, OUTSIDE } from '@/entities/account/account-field';
import { debtMutations } from '@/entities/debt/data/mutations';
import { type Debt, findPayingAccount } from '@/entities/debt/data/terms';
import { billFields, estimateBills, NO_BILLS, planBills, UNKNOWN_BILLS } from '@/entities/debt/escrow-bills';
import { BillFields } from '@/entities/debt/escrow-fields';
import { useBankForm, useReviewedForm } from '@/entities/refusal/use-bank-form';
import { amountField } from '@/lib/fields';
import { formatMinor, formatMoney, sumAmounts } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { Review, ReviewChange, ReviewLine, ReviewStep } from '@/ui/forms/review';

type FormProps = { debt: Debt; accounts: readonly MoneyAccount[]; onDone: () => void };

const startSchema = z
  .object({ ...billFields, accountId: z.string() })
  .refine(({ propertyTax, homeInsurance }) => propertyTax + homeInsurance > 0, {
    path: ['propertyTax'],
    message: NO_BILLS,
  });

/** Renders the form that opens escrow for a mortgage, with the initial deposit. */
export function StartEscrow({ debt, accounts, onDone }: FormProps) {
  const { send } = useIdempotentMutation(debtMutations.startEscrow);
  const { control, submit, watch, setValue, isSubmitting } = useBankForm({
    schema: startSchema,
    defaults: { ...UNKNOWN_BILLS, accountId: findPayingAccount(debt, accounts)?.id ?? OUTSIDE },
    currency: debt.currency,
    fieldByCode: { INSUF: 'accountId', CLOSD: 'accountId', BADCU: 'accountId' },
    refusedField: 'propertyTax',
    onSubmit: async ({ propertyTax, homeInsurance, accountId }) => {
      await send({
        ...{ mortgage_id: debt.id, property_tax: propertyTax, home_insurance: homeInsurance },
        account_id: accountId || null,
      });
      toast.success('Escrow started');
      onDone();
    },
  });
  const plan = planBills(watch(), parseDay(debt.nextDueDate));
  const estimate = debt.home && debt.currency === 'USD' ? estimateBills(debt.home.value) : null;
  const account = accounts.find(({ id }) => id === watch('accountId'));
  return (
    <Form
      onSubmit={submit}
      busy={isSubmitting}
      verb={plan ? `Pay ${formatMinor(plan.target, debt.currency)} and start escrow` : 'Start escrow'}
    >
      <BillFields control={control} currency={debt.currency} />
      {estimate && !plan && (
        <div className="flex flex-wrap items-center justify-between gap-3 text-ink-2 text-sm">
          <p>
            A home like yours usually costs ${estimate.propertyTax} in tax and ${estimate.homeInsurance} in
            insurance a year.
          </p>
          <Button
            size="sm"
            onClick={() => {
              setValue('propertyTax', estimate.propertyTax, { shouldValidate: true });
              setValue('homeInsurance', estimate.homeInsurance, { shouldValidate: true });
            }}
          >
            Use typical amounts
          </Button>
        </div>
      )}
      <AccountField
        control={control}
        name="accountId"
        label="Initial deposit from"
        accounts={accounts}
        hasOutside
      />
      {plan && (
        <Review>
          <ReviewLine label="Initial deposit">{formatMinor(plan.target, debt.currency)}</ReviewLine>
          <ReviewLine label="Added to each payment">{formatMinor(plan.payment, debt.currency)}</ReviewLine>
          <ReviewChange
            label="Payment"
            before={debt.payment}
            after={sumAmounts([debt.payment, fromMinor(plan.payment)])}
            currency={debt.currency}
          />
          <AccountChange account={account} pays={fromMinor(plan.target)} />
        </Review>
      )}
    </Form>
  );
}

const addSchema = z.object({ amount: amountField(), accountId: z.string() });

/** Renders the form that adds money to escrow by hand. `balance` is in minor units. */
export function AddToEscrow({ debt, balance, accounts, onDone }: FormProps & { balance: number }) {
  const { send } = useIdempotentMutation(debtMutations.payEscrow);
  const form = useReviewedForm({
    schema: addSchema,
    defaults: { amount: '', accountId: findPayingAccount(debt, accounts)?.id ?? OUTSIDE },
    currency: debt.currency,
    fieldByCode: { CLOSD: 'accountId', BADCU: 'accountId' },
    refusedField: 'amount',
    onConfirm: async ({ amount, accountId }) => {
      await send({ mortgage_id: debt.id, amount, account_id: accountId || null });
      toast.success('Money added to escrow');
      onDone();
    },
  });
  const { control, submit, isSubmitting, reviewed, edit } = form;
  if (!reviewed)
    return (
      <Form onSubmit={submit} verb="Review">
        <AmountField
          control={control}
          name="amount"
          label="Amount"
          size="page"
          currency={debt.currency}
          autoFocus
        />
        <AccountField control={control} name="accountId" label="From" accounts={accounts} hasOutside />
      </Form>
    );
  const { amount } = reviewed;
  const account = accounts.find(({ id }) => id === reviewed.accountId);
  const before = fromMinor(markMinor(balance));
  return (
    <ReviewStep
      confirm={`Add ${formatMoney(amount, debt.currency)} to escrow`}
      busy={isSubmitting}
      onConfirm={() => void submit()}
      onEdit={edit}
    >
      <Review>
        <ReviewChange
          label="In escrow"
          before={before}
          after={sumAmounts([before, amount])}
          currency={debt.currency}
        />
        <AccountChange account={account} pays={amount} />
      </Review>
    </ReviewStep>
  );
}
