import type { HouseholdRow } from '@engine/household/row.ts';
import { addMinor, fromMinor, type Minor, markMinor, toMinor } from '@engine/money/minor.ts';
import { SAME_DAY_LIMIT } from '@engine/products/accounts/same-day.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { z } from 'zod';
import {
  type ContributionRoom,
  describeRoom,
  useContributionRoom,
  validateContribution,
} from '@/entities/account/contributions';
import {
  CoverChange,
  CoverNote,
  findCover,
  getAvailableOverdraft,
  getBalanceAfter,
} from '@/entities/account/overdraft-cover';
import { type Account, accountQueries } from '@/entities/account/queries';
import { ShortfallActions } from '@/entities/account/shortfall-actions';
import {
  CHECK_KINDS,
  DEPOSIT_METHODS,
  describeSameDayCutoff,
  findSameDayMorning,
  listSpeeds,
  SAME_DAY_LIMIT_TEXT,
} from '@/entities/hold/deposit-text';
import { type CashLimit, useCashLimit } from '@/entities/hold/use-cash-limit';
import { useHeldNote } from '@/entities/hold/use-held-note';
import { clockQueries } from '@/entities/household/clock-queries';
import { requestFastForward } from '@/entities/household/request-fast-forward';
import { useReviewedForm } from '@/entities/refusal/use-bank-form';
import { lazyComponent } from '@/lib/bundle/lazy';
import { formatListDate, formatTime } from '@/lib/dates';
import { amountField, describeShortfall } from '@/lib/fields';
import { formatMoney, parseAmount } from '@/lib/money';
import { useRequestId } from '@/lib/request-id';
import { Button } from '@/ui/button';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { Receipt, Review, ReviewChange, ReviewLine, ReviewStep } from '@/ui/forms/review';
import { SegmentedField } from '@/ui/forms/segmented-field';
import { SelectField } from '@/ui/forms/select-field';
import { TextField } from '@/ui/forms/text-field';
import { Dialog } from '@/ui/overlays/dialog';
import type { DialogState } from '@/ui/overlays/use-dialogs';
import { DepositAvailability } from './deposit-availability';
import { accountMutations } from './mutations';

/** Loaded only for accounts with a tax treatment. */
const WithdrawalTax = lazyComponent(() =>
  import('@/entities/account/withdrawal-tax').then((module) => module.WithdrawalTax),
);

type CashProps = { account: Account; verb: 'deposit' | 'withdraw' };

const VERBS = {
  deposit: { title: 'Deposit', preposition: 'to', participle: 'deposited' },
  withdraw: { title: 'Withdraw', preposition: 'from', participle: 'withdrawn' },
} as const;

export function CashDialog({ account, verb, ...dialog }: CashProps & DialogState) {
  return (
    <Dialog {...dialog} title={`${VERBS[verb].title} ${VERBS[verb].preposition} ${account.name}`}>
      <CashFlow account={account} verb={verb} onDone={dialog.onClose} />
    </Dialog>
  );
}

function CashFlow({ account, verb, onDone }: CashProps & { onDone: () => void }) {
  const { id, name, balance, currency } = account;
  const { title, preposition, participle } = VERBS[verb];
  const requestId = useRequestId();
  const heldNote = useHeldNote(account);
  const cashLimit = useCashLimit(account);
  const room = useContributionRoom(verb === 'deposit' ? account : undefined);
  const household = useQuery(clockQueries.household());
  const hasMethods =
    verb === 'deposit' && account.type !== 'INVESTMENT' && household.data?.carryover.pending === 'realistic';
  const speeds = hasMethods && household.data ? listSpeeds(household.data, currency) : [];
  const movement = useMutation(accountMutations[verb]);
  const accounts = useQuery(accountQueries.list()).data ?? [];
  const describe = (amount: number) => `${title} ${formatMoney(amount, currency)} ${preposition} ${name}`;
  const { control, submit, watch, clearErrors, formState, isSubmitting, reviewed, edit } = useReviewedForm({
    schema: cashSchema(account, verb, accounts, { heldNote, cashLimit, room }),
    defaults: { amount: '', note: '', method: 'cash', speed: 'direct', check: '' },
    currency,
    refusedField: 'amount',
    onConfirm: ({ amount, note, check, ...typed }) => {
      const kind = hasMethods ? { method: getMethod(typed), check } : { method: 'cash' };
      const content = { accountId: id, amount, description: note, ...kind };
      const display = { text: describe(amount), currency };
      return movement.mutateAsync({ ...content, ...display, requestId: requestId.for(content) });
    },
    onQueued: onDone,
  });

  if (reviewed && movement.data)
    return (
      <Receipt onDone={onDone}>
        <strong className="font-semibold">
          {formatMoney(reviewed.amount, currency)} {participle}.
        </strong>{' '}
        {name} balance: {formatMoney(movement.data.balance, currency)}.
      </Receipt>
    );
  if (reviewed) {
    const amount = toMinor(reviewed.amount);
    const cover = verb === 'withdraw' ? findWithdrawalCover(account, accounts, amount) : undefined;
    const after =
      verb === 'deposit'
        ? fromMinor(addMinor(toMinor(balance), amount))
        : getBalanceAfter(balance, amount, cover);
    return (
      <ReviewStep
        confirm={describe(reviewed.amount)}
        busy={isSubmitting}
        onConfirm={() => void submit()}
        onEdit={edit}
      >
        <Review>
          <ReviewLine label={verb === 'deposit' ? 'From' : 'To'}>
            {getOtherSide(account, hasMethods ? reviewed.method : 'cash')}
          </ReviewLine>
          <CoverChange cover={cover} currency={currency} />
          <ReviewChange label={name} before={balance} after={after} currency={currency} />
        </Review>
        {hasMethods && household.data && (
          <DepositAvailability
            account={account}
            deposit={{ ...reviewed, method: getMethod(reviewed) }}
            household={household.data}
          />
        )}
        {verb === 'withdraw' && account.tax_treatment && (
          <Suspense fallback={null}>
            <WithdrawalTax source={account} amount={amount} />
          </Suspense>
        )}
        <CoverNote account={account} cover={cover} />
      </ReviewStep>
    );
  }
  return (
    <Form onSubmit={submit} verb="Review">
      <AmountField
        control={control}
        name="amount"
        label="Amount"
        hint={
          room
            ? describeRoom(room)
            : [
                `Available balance: ${formatMoney(account.available_balance, currency)}.`,
                verb === 'withdraw' && cashLimit && describeCashLimit(account, cashLimit),
              ]
                .filter(Boolean)
                .join(' ')
        }
        size="page"
        currency={currency}
        autoFocus
      />
      {verb === 'withdraw' && formState.errors.amount && (
        <ShortfallActions
          account={account}
          amount={parseAmount(watch('amount'))}
          onCovered={() => clearErrors('amount')}
        />
      )}
      {hasMethods && (
        <SegmentedField
          control={control}
          name="method"
          label="Kind of deposit"
          showsLabel
          options={DEPOSIT_METHODS}
        />
      )}
      {hasMethods && household.data && watch('method') === 'direct' && (
        <>
          {speeds.length > 0 && (
            <SelectField control={control} name="speed" label="Arrives" options={speeds} />
          )}
          <p className="-mt-2 text-ink-3 text-sm empty:hidden">
            {describeSameDayCutoff(household.data, currency)}
          </p>
          <SameDayMorning household={household.data} currency={currency} onFastForward={onDone} />
        </>
      )}
      {hasMethods && watch('method') === 'check' && (
        <SelectField control={control} name="check" label="Check" options={CHECK_KINDS} />
      )}
      <TextField control={control} name="note" label="Note" note="optional" maxLength={200} />
    </Form>
  );
}

type SameDayMorningProps = { household: HouseholdRow; currency: string; onFastForward: () => void };

/** Offers to fast-forward to the next morning on which same-day transfers are open. */
function SameDayMorning({ household, currency, onFastForward }: SameDayMorningProps) {
  const morning = findSameDayMorning(household, currency);
  if (morning === undefined) return null;
  const zone = household.time_zone;
  const at = new Date(morning);
  return (
    <Button
      size="sm"
      onClick={() => {
        onFastForward();
        requestFastForward({ to: at.toISOString() });
      }}
    >
      Fast-forward to {formatListDate(at, zone)}, {formatTime(at, zone)}
    </Button>
  );
}

/** Names where a deposit comes from or a withdrawal goes, which is always outside the bank. */
function getOtherSide({ type }: Account, method: string): string {
  if (type === 'INVESTMENT') return 'Outside Sandbank';
  return `${DEPOSIT_METHODS.find(({ value }) => value === method)?.label}, outside Sandbank`;
}

function cashSchema(
  account: Account,
  verb: CashProps['verb'],
  accounts: readonly Account[],
  {
    heldNote,
    cashLimit,
    room,
  }: { heldNote: string; cashLimit: CashLimit | undefined; room: ContributionRoom | null },
) {
  const fields = {
    amount: amountField(),
    note: z.string().trim(),
    method: z.string(),
    speed: z.string(),
    check: z.string(),
  };
  return z.object(fields).superRefine((typed, context) => {
    const amount = toMinor(typed.amount);
    if (verb === 'deposit') {
      const isAboveLimit = getMethod(typed) === 'same_day' && amount > SAME_DAY_LIMIT;
      const message = isAboveLimit ? SAME_DAY_LIMIT_TEXT : validateContribution(amount, room);
      if (message) context.addIssue({ code: 'custom', path: ['amount'], message });
      return;
    }
    const shortfall = describeShortfall(amount, toMinor(account.available_balance), account.currency);
    if (shortfall && !findWithdrawalCover(account, accounts, amount))
      context.addIssue({ code: 'custom', path: ['amount'], message: `${shortfall} ${heldNote}`.trim() });
    const overdraft = getAvailableOverdraft(account, 'card');
    if (!shortfall && cashLimit && amount > getCash(account, cashLimit) + overdraft)
      context.addIssue({ code: 'custom', path: ['amount'], message: describeCashLimit(account, cashLimit) });
  });
}

/** Returns the bank's kind of deposit. The speed applies only to transfers from another bank. */
const getMethod = ({ method, speed }: { method: string; speed: string }) =>
  method === 'direct' ? speed : method;

const getCash = ({ available_balance }: Account, { amount }: CashLimit) =>
  Math.max(0, toMinor(available_balance) - amount);

function describeCashLimit(account: Account, limit: CashLimit): string {
  const money = (amount: number) => formatMoney(fromMinor(markMinor(amount)), account.currency);
  return `You can withdraw up to ${money(getCash(account, limit))} in cash. More of your check deposit can be withdrawn starting ${limit.until}.`;
}

const findWithdrawalCover = (account: Account, accounts: readonly Account[], amount: Minor) =>
  findCover(account, accounts, { amount, overdraft: getAvailableOverdraft(account, 'card') });
