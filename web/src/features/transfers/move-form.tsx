import { type Minor, toMinor } from '@engine/money/minor.ts';
import { ArrowDownUp } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { describeRoom, useContributionRoom, validateContribution } from '@/entities/account/contributions';
import { CoverShortfall } from '@/entities/account/cover-shortfall';
import { findTransferCover, OverdraftLink } from '@/entities/account/overdraft-cover';
import { type Account, maskedNumber } from '@/entities/account/queries';
import { useHeldNote } from '@/entities/hold/use-held-note';
import { describeShortfall, validateAmount } from '@/lib/fields';
import { formatMoney, parseAmount } from '@/lib/money';
import { Button } from '@/ui/button';
import { AmountInput } from '@/ui/forms/amount-input';
import { Field } from '@/ui/forms/field';
import { Form } from '@/ui/forms/form';
import { LabeledInput, LabeledSelect } from '@/ui/forms/labeled';
import { Segmented } from '@/ui/forms/segmented';
import { Select } from '@/ui/forms/select';
import { toOptions } from '@/ui/forms/select-field';
import { Money } from '@/ui/money';
import { FREQUENCIES, type Plan } from './plan';

type MoveFormProps = {
  accounts: readonly Account[];
  plan: Plan;
  /** The first day for which a transfer can be scheduled. */
  tomorrow: string;
  /** The refusal message from the last attempt. */
  refusal: string | undefined;
  /** True while the review beside the form waits for the customer's confirmation. */
  isReviewed: boolean;
  onChange: (plan: Plan) => void;
  onReview: (amount: Minor) => void;
};

export function MoveForm({
  accounts,
  plan,
  tomorrow,
  refusal,
  isReviewed,
  onChange,
  onReview,
}: MoveFormProps) {
  const [touched, setTouched] = useState(false);
  const source = accounts.find(({ id }) => id === plan.from);
  const target = accounts.find(({ id }) => id === plan.to);
  const isExchange = source?.currency !== target?.currency;
  const isPurchase = isExchange && plan.side === 'target';
  const amount = parseAmount(plan.typed);
  const dayProblem =
    plan.when !== 'now' && plan.day < tomorrow ? 'Choose tomorrow or a later day.' : undefined;
  const heldNote = useHeldNote(source);
  const isCovered = isPurchase || findTransferCover(source, target, accounts, amount) !== undefined;
  const room = useContributionRoom(target, source);
  const aboveLimit = plan.when === 'now' && amount !== null ? validateContribution(amount, room) : undefined;
  const problem = aboveLimit ?? problemWith(amount, plan, source, isCovered ? null : heldNote);

  function review(event: FormEvent) {
    event.preventDefault();
    setTouched(true);
    if (!problem && !dayProblem && amount !== null) onReview(amount);
  }
  /** Selects an account for one side. If the other side already has this account, swaps the two accounts. */
  function choose(side: 'from' | 'to', id: string) {
    const other = side === 'from' ? 'to' : 'from';
    onChange({ ...plan, [side]: id, ...(plan[other] === id && { [other]: plan[side] }) });
  }

  return (
    <Form onSubmit={review} verb="Review" isReviewed={isReviewed}>
      <Field label="From">
        {(control) => (
          <AccountSelect
            {...control}
            accounts={accounts}
            value={plan.from}
            onValueChange={(id) => choose('from', id)}
          />
        )}
      </Field>
      <Button
        variant="ghost"
        size="sm"
        className="-my-3 self-start"
        onClick={() => onChange({ ...plan, from: plan.to, to: plan.from })}
      >
        <ArrowDownUp className="size-4" /> Swap
      </Button>
      <Field label="To">
        {(control) => (
          <AccountSelect
            {...control}
            accounts={accounts}
            value={plan.to}
            onValueChange={(id) => choose('to', id)}
          />
        )}
      </Field>
      {isExchange && source && target && (
        <div className="flex flex-col gap-1.5">
          <span aria-hidden className="font-medium text-sm">
            You enter
          </span>
          <Segmented
            label="You enter"
            value={plan.side}
            onValueChange={(side) => onChange({ ...plan, side })}
            options={toOptions({
              source: `${source.currency} you send`,
              target: `${target.currency} you receive`,
            })}
          />
        </div>
      )}
      <Field
        label="Amount"
        error={refusal ?? (touched || amount !== null ? problem : undefined)}
        hint={
          source &&
          `${formatMoney(source.available_balance, source.currency)} available. ${room ? describeRoom(room) : ''}`.trim()
        }
      >
        {(control) => (
          <AmountInput
            {...control}
            value={plan.typed}
            onValueChange={(typed) => onChange({ ...plan, typed })}
            currency={isPurchase ? target?.currency : source?.currency}
            onBlur={() => plan.typed !== '' && setTouched(true)}
          />
        )}
      </Field>
      {source && problem && !aboveLimit && !isPurchase && (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2 empty:hidden">
          <CoverShortfall accountId={source.id} excludedId={plan.to} amount={amount} />
          {touched && amount !== null && <OverdraftLink account={source} />}
        </div>
      )}
      {isExchange ? (
        <p className="text-ink-3 text-sm">Transfers between currencies are made now, at today's rate.</p>
      ) : (
        <div className="flex flex-col gap-1.5">
          <span aria-hidden className="font-medium text-sm">
            When
          </span>
          <Segmented
            label="When"
            value={plan.when}
            onValueChange={(when) => onChange({ ...plan, when })}
            options={toOptions({ now: 'Now', date: 'On a date', repeat: 'Repeat' })}
          />
        </div>
      )}
      {plan.when !== 'now' && (
        <div className="grid gap-5 sm:grid-cols-2">
          {plan.when === 'repeat' && (
            <LabeledSelect
              label="Frequency"
              value={plan.frequency}
              options={toOptions(FREQUENCIES)}
              onChange={({ target: { value } }) =>
                onChange({ ...plan, frequency: value as Plan['frequency'] })
              }
            />
          )}
          <LabeledInput
            label={plan.when === 'repeat' ? 'First transfer' : 'Date'}
            type="date"
            min={tomorrow}
            value={plan.day}
            error={dayProblem}
            onChange={(event) => onChange({ ...plan, day: event.target.value })}
          />
        </div>
      )}
      <LabeledInput
        label="Note"
        note="optional"
        value={plan.note}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => onChange({ ...plan, note: event.target.value })}
      />
    </Form>
  );
}

function problemWith(
  amount: Minor | null,
  { typed, when }: Plan,
  source: Account | undefined,
  /** The sentence about money on hold; null if the bank covers the missing amount. */
  heldNote: string | null,
): string | undefined {
  if (amount === null || amount <= 0) return validateAmount(typed);
  if (!source) return 'Choose an account.';
  // The balance on a later day can be higher than it is now.
  if (when !== 'now' || heldNote === null) return undefined;
  const shortfall = describeShortfall(amount, toMinor(source.available_balance), source.currency);
  return shortfall && `${shortfall} ${heldNote}`.trim();
}

type AccountSelectProps = {
  id: string;
  accounts: readonly Account[];
  value: string;
  onValueChange: (id: string) => void;
};

/**
 * Renders a native select with its own text on top of it, because options can't align a balance at the right.
 */
function AccountSelect({ accounts, onValueChange, ...rest }: AccountSelectProps) {
  const chosen = accounts.find(({ id }) => id === rest.value);
  return (
    <span className="relative block">
      <Select
        {...rest}
        className="text-transparent! forced-colors:text-ink!"
        onChange={(event) => onValueChange(event.target.value)}
      >
        {accounts.map((account) => (
          <option key={account.id} value={account.id} className="bg-surface text-ink">
            {account.name} {maskedNumber(account)}: {formatMoney(account.available_balance, account.currency)}
          </option>
        ))}
      </Select>
      {chosen && (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-11 left-3.5 flex items-center gap-3 forced-colors:hidden"
        >
          <span className="min-w-0 flex-1 truncate font-medium">
            {chosen.name}{' '}
            <span className="font-normal text-ink-3 text-sm max-sm:hidden">{maskedNumber(chosen)}</span>
          </span>
          <Money
            amount={chosen.available_balance}
            currency={chosen.currency}
            className="font-normal! text-ink-2"
          />
        </span>
      )}
    </span>
  );
}
