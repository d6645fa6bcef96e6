import { useMutation } from '@tanstack/react-query';
import { AccountField } from '@/entities/account/account-field';
import { FeeSection } from '@/entities/debt/cost/fee-section';
import { readFees, typedFees } from '@/entities/debt/cost/fees';
import { getUsualPaymentDay } from '@/entities/debt/data/terms';
import type { DebtFormProps } from '@/entities/debt/debts-page';
import { DebtQuote, levelPayment } from '@/entities/debt/payment-quote';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { formatTypedAmount } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { TextField } from '@/ui/forms/text-field';
import { type LoanDetails, loanCostSchema, loanSchema } from './loan-schema';
import { loanMutations } from './mutations';
import type { Loan } from './queries';

/** Renders the form to take out or edit a loan, and shows the costs while the customer types. */
export function LoanForm({ row: loan, accounts = [], today, onDone }: DebtFormProps<Loan>) {
  const session = useSession();
  const create = useIdempotentMutation(loanMutations.create);
  const update = useMutation(loanMutations.update);
  const { control, submit, watch, isSubmitting } = useBankForm({
    schema: loanSchema,
    defaults: {
      name: loan?.name ?? '',
      amount: formatTypedAmount(loan?.amount),
      interestRate: loan ? String(loan.interest_rate) : '',
      term: loan ? String(loan.term) : '',
      accountId: accounts[0]?.id ?? '',
      ...typedFees(loan && readFees(loan)),
      paymentDay: getUsualPaymentDay(today),
    },
    currency: loan?.currency ?? 'USD',
    fieldByCode: {
      BADAM: 'amount',
      BADRT: 'interestRate',
      BADTM: 'term',
      BADFM: 'originationFee',
      NTFND: 'accountId',
      CLOSD: 'accountId',
    },
    refusedField: 'name',
    onSubmit: async (details) => {
      if (loan) {
        const monthlyPayment = levelPayment(getQuotedLoan(details));
        const saved = await update.mutateAsync({ id: loan.id, monthlyPayment, ...details });
        toast.success(`${saved.name} saved`);
      } else if (session.status === 'signed-in') {
        const created = await create.send(details);
        toast.success(`${created.name} created`);
      } else {
        toast.error('You must be logged in to create a loan');
        return;
      }
      onDone();
    },
  });
  const receivingAccount = accounts.find(({ id }) => id === watch('accountId'));
  const currency = loan?.currency ?? receivingAccount?.currency ?? 'USD';
  const terms = loanCostSchema.safeParse(watch());
  return (
    <Form onSubmit={submit} busy={isSubmitting} verb={loan ? 'Save' : 'Create loan'}>
      <TextField control={control} name="name" label="Name" placeholder="Car loan" />
      <AmountField control={control} name="amount" label="Amount" currency={currency} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          control={control}
          name="interestRate"
          label="Interest rate (%)"
          inputMode="decimal"
          placeholder="6.4"
        />
        <TextField control={control} name="term" label="Term (months)" inputMode="numeric" placeholder="48" />
      </div>
      {!loan && accounts.length > 0 && (
        <AccountField control={control} name="accountId" label="Deposit to" accounts={accounts} hasOutside />
      )}
      {!loan && (
        <TextField
          control={control}
          name="paymentDay"
          label="Payment day"
          note="optional"
          inputMode="numeric"
          hint="1 to 28. On weekends and bank holidays, we collect the payment on the next business day. If you leave it empty, payments are due on the same day of the month as the start date, even on weekends."
        />
      )}
      <FeeSection isOpen={Boolean(loan?.origination_fee || loan?.underwriting_fee)}>
        <div className="grid gap-5 sm:grid-cols-2">
          <AmountField control={control} name="originationFee" label="Origination fee" currency={currency} />
          <AmountField
            control={control}
            name="underwritingFee"
            label="Underwriting fee"
            currency={currency}
          />
        </div>
        <p className="text-ink-3 text-sm">
          {loan
            ? 'The fees count in the APR. A change moves no money.'
            : receivingAccount
              ? `We take the fees from ${receivingAccount.name}. They count in the APR.`
              : 'You pay the fees outside the bank. They count in the APR.'}
        </p>
      </FeeSection>
      <DebtQuote loan={terms.success ? getQuotedLoan(terms.data) : null} today={today} currency={currency} />
    </Form>
  );
}

const getQuotedLoan = (details: Omit<LoanDetails, 'name' | 'accountId' | 'paymentDay'>) => ({
  amount: details.amount,
  percent: details.interestRate,
  months: details.term,
  fees: { origination: details.originationFee, underwriting: details.underwritingFee, points: 0 },
});
