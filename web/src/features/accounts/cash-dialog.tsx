import { addMinor, fromMinor, type Minor, subtractMinor, toMinor } from '@engine/money/minor.ts';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Account } from '@/entities/account/queries';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { validateAmount } from '@/lib/fields';
import { formatMinor, parseAmount } from '@/lib/money';
import { QueuedForLater } from '@/lib/offline/queue';
import { useRequestId } from '@/lib/request-id';
import { Button } from '@/ui/button';
import { AmountInput } from '@/ui/forms/amount-input';
import { Field } from '@/ui/forms/field';
import { LabeledInput } from '@/ui/forms/labeled';
import { Review, ReviewChange } from '@/ui/forms/review';
import { Dialog } from '@/ui/overlays/dialog';
import { accountMutations } from './mutations';

type CashDialogProps = {
  account: Account;
  verb: 'deposit' | 'withdraw';
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

const WORDS = {
  deposit: {
    title: 'Deposit',
    button: (amount: string, name: string) => `Deposit ${amount} to ${name}`,
    done: 'deposited',
  },
  withdraw: {
    title: 'Withdraw',
    button: (amount: string, name: string) => `Withdraw ${amount} from ${name}`,
    done: 'withdrawn',
  },
} as const;

/** Deposits or withdraws money in three steps: amount, review, and receipt. */
export function CashDialog(props: CashDialogProps) {
  const { account, verb, open, onOpenChange } = props;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={`${WORDS[verb].title}: ${account.name}`}>
      {/* Remounted each time it opens, so that it starts empty. */}
      {open && <CashFlow {...props} />}
    </Dialog>
  );
}

function CashFlow({ account, verb, onOpenChange }: CashDialogProps) {
  const [typed, setTyped] = useState('');
  const [note, setNote] = useState('');
  const [error, setError] = useState<string>();
  const [reviewed, setReviewed] = useState<Minor | null>(null);
  const requestId = useRequestId();
  const movement = useMutation(accountMutations[verb]);
  const balance = toMinor(account.balance);
  const toText = (amount: Minor) => WORDS[verb].button(formatMinor(amount, account.currency), account.name);

  function review(event: FormEvent) {
    event.preventDefault();
    const amount = parseAmount(typed);
    if (amount === null || amount <= 0) setError(validateAmount(typed));
    else if (verb === 'withdraw' && amount > balance) setError(getShort(amount, balance, account.currency));
    else {
      setError(undefined);
      setReviewed(amount);
    }
  }

  function confirm(amount: Minor) {
    const content = { accountId: account.id, amount: fromMinor(amount), description: note.trim() };
    const display = { words: toText(amount), currency: account.currency };
    movement.mutate(
      { ...content, ...display, requestId: requestId.for(content) },
      {
        onError: (refused) => {
          if (refused instanceof QueuedForLater) return onOpenChange(false);
          const words = getRefusalMessage(refused, account.currency);
          if (!words) return;
          setReviewed(null);
          setError(words);
        },
      },
    );
  }

  if (movement.data && reviewed !== null) {
    return (
      <Receipt
        fact={`${formatMinor(reviewed, account.currency)} ${WORDS[verb].done}.`}
        balance={movement.data.balance}
        account={account}
        onDone={() => onOpenChange(false)}
      />
    );
  }
  if (reviewed !== null) {
    const after = verb === 'deposit' ? addMinor(balance, reviewed) : subtractMinor(balance, reviewed);
    return (
      <div className="flex flex-col gap-5">
        <Review>
          <ReviewChange
            label={account.name}
            before={account.balance}
            after={fromMinor(after)}
            currency={account.currency}
          />
        </Review>
        <Button
          variant="primary"
          size="lg"
          busy={movement.isPending}
          onClick={() => confirm(reviewed)}
          autoFocus
        >
          {toText(reviewed)}
        </Button>
        <Button variant="ghost" onClick={() => setReviewed(null)}>
          Edit
        </Button>
      </div>
    );
  }
  return (
    <form onSubmit={review} noValidate className="flex flex-col gap-5">
      <Field
        label="Amount"
        error={error}
        hint={`Available balance: ${formatMinor(balance, account.currency)}.`}
      >
        {(control) => (
          <AmountInput
            {...control}
            value={typed}
            onValueChange={setTyped}
            currency={account.currency}
            autoFocus
          />
        )}
      </Field>
      <LabeledInput
        label="Note"
        note="optional"
        value={note}
        maxLength={200}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button type="submit" variant="primary" size="lg">
        Review
      </Button>
    </form>
  );
}

function Receipt({
  fact,
  balance,
  account,
  onDone,
}: {
  fact: string;
  balance: number;
  account: Account;
  onDone: () => void;
}) {
  return (
    <div className="flex flex-col gap-5" role="status">
      <div className="flex items-center gap-3">
        <CircleCheck className="size-6 text-positive" />
        <p>
          <strong className="font-semibold">{fact}</strong> {account.name} balance:{' '}
          {formatMinor(toMinor(balance), account.currency)}.
        </p>
      </div>
      <Button variant="primary" size="lg" onClick={onDone} autoFocus>
        Done
      </Button>
    </div>
  );
}

function getShort(amount: Minor, balance: Minor, currency: string): string {
  return `You have ${formatMinor(balance, currency)} available. You need ${formatMinor(subtractMinor(amount, balance), currency)} more.`;
}
