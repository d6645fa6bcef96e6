import { addMinor, fromMinor, type Minor, subtractMinor, toMinor, ZERO } from '@engine/money/minor.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { Account } from '@/entities/account/queries';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { formatTextDate } from '@/lib/dates';
import { formatMinor } from '@/lib/money';
import { QueuedForLater } from '@/lib/offline/queue';
import { useRequestId } from '@/lib/request-id';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Review, ReviewChange, ReviewLine } from '@/ui/forms/review';
import { LinkButton, TextLink } from '@/ui/link';
import { Money } from '@/ui/money';
import { Skeleton } from '@/ui/skeleton';
import { MoveForm } from './move-form';
import { transferMutations } from './mutations';

export type Plan = { from: string; to: string; typed: string; note: string };

type MoveMoneyProps = { accounts: readonly Account[]; from: string | null; to: string | null };

/** Renders a transfer in three steps: form, review, and receipt. Going back keeps the input. */
export function MoveMoney({ accounts, from, to }: MoveMoneyProps) {
  const [plan, setPlan] = useState<Plan>(() => firstPlan(accounts, from, to));
  const [reviewed, setReviewed] = useState<Minor | null>(null);
  const [refusal, setRefusal] = useState<string>();
  const [receipt, setReceipt] = useState<{ source: Account; target: Account; sent: Minor } | null>(null);
  const requestId = useRequestId();
  const transfer = useMutation(transferMutations.transfer);
  const source = accounts.find(({ id }) => id === plan.from);
  const target = accounts.find(({ id }) => id === plan.to);

  function move(amount: Minor) {
    const content = {
      from_account_id: plan.from,
      to_account_id: plan.to,
      amount: fromMinor(amount),
      description: plan.note.trim() || null,
    };
    transfer.mutate(
      { ...content, request_id: requestId.for(content), display: describeMove(amount) },
      {
        onSuccess: ([sourceAfter, targetAfter]) => {
          requestId.renew();
          if (sourceAfter && targetAfter)
            setReceipt({ source: sourceAfter, target: targetAfter, sent: amount });
        },
        onError: (error) => {
          if (error instanceof QueuedForLater) return startOver();
          const message = getRefusalMessage(error, source?.currency ?? 'USD');
          if (!message) return;
          setRefusal(message);
          setReviewed(null);
        },
      },
    );
  }

  function describeMove(amount: Minor) {
    if (!source || source.currency !== target?.currency) return null;
    return { words: formatMove(amount, source, target), currency: source.currency };
  }
  function startOver() {
    requestId.renew();
    setPlan({ ...plan, typed: '', note: '' });
    setReviewed(null);
    setReceipt(null);
  }

  if (receipt) {
    return (
      <MoveReceipt
        {...receipt}
        onBack={() => {
          // Undo opens a transfer in the opposite direction with its own review.
          const isSameCurrency = receipt.source.currency === receipt.target.currency;
          const typed = isSameCurrency ? plan.typed : '';
          setPlan({ from: receipt.target.id, to: receipt.source.id, typed, note: plan.note });
          setReviewed(null);
          setReceipt(null);
        }}
        onAnother={startOver}
      />
    );
  }
  if (reviewed !== null && source && target) {
    return (
      <MoveReview
        source={source}
        target={target}
        amount={reviewed}
        note={plan.note}
        busy={transfer.isPending}
        onMove={() => move(reviewed)}
        onBack={() => setReviewed(null)}
      />
    );
  }
  return (
    <MoveForm
      accounts={accounts}
      plan={plan}
      refusal={refusal}
      onChange={(next) => {
        setPlan(next);
        setRefusal(undefined);
      }}
      onReview={setReviewed}
    />
  );
}

/** Returns a transfer between the requested accounts, or between the first two accounts by default. */
function firstPlan(accounts: readonly Account[], from: string | null, to: string | null): Plan {
  const source =
    accounts.find(({ id }) => id === from) ?? accounts.find(({ id }) => id !== to) ?? accounts[0];
  const target =
    accounts.find(({ id }) => id === to && id !== source?.id) ?? accounts.find(({ id }) => id !== source?.id);
  return { from: source?.id ?? '', to: target?.id ?? '', typed: '', note: '' };
}

type MoveReceiptProps = {
  source: Account;
  target: Account;
  sent: Minor;
  onBack: () => void;
  onAnother: () => void;
};

/** Renders the new balances and an undo button. */
function MoveReceipt({ source, target, sent, onBack, onAnother }: MoveReceiptProps) {
  return (
    <div className="flex flex-col gap-5">
      <div role="status" className="flex items-center gap-3">
        <CircleCheck className="size-7 shrink-0 text-positive" />
        <h2 className="text-lg">
          {formatMinor(sent, source.currency)} transferred to {target.name}
        </h2>
      </div>
      <Review>
        {[source, target].map((account) => (
          <ReviewLine
            key={account.id}
            label={<TextLink to={`/dashboard/accounts/${account.id}`}>{account.name}</TextLink>}
          >
            <Money amount={account.balance} currency={account.currency} />
          </ReviewLine>
        ))}
      </Review>
      <LinkButton to="/dashboard" variant="primary" size="lg">
        Done
      </LinkButton>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="ghost" onClick={onAnother}>
          New transfer
        </Button>
        <Button variant="ghost" onClick={onBack}>
          Undo transfer
        </Button>
      </div>
    </div>
  );
}

type MoveReviewProps = {
  source: Account;
  target: Account;
  amount: Minor;
  note: string;
  busy: boolean;
  onMove: () => void;
  onBack: () => void;
};

/** Formats a transfer, such as "Transfer $250.00 to Rainy Day Savings". */
function formatMove(amount: Minor, source: Account, target: Account): string {
  return `Transfer ${formatMinor(amount, source.currency)} to ${target.name}`;
}

/** Renders the review with both balances before and after, and the exchange rate between currencies. */
function MoveReview({ source, target, amount, note, busy, onMove, onBack }: MoveReviewProps) {
  const isExchange = source.currency !== target.currency;
  const quote = useQuery({
    ...transferQueries.quote(source.id, target.id, fromMinor(amount)),
    enabled: isExchange,
  });
  const arrives = isExchange ? (quote.data ? toMinor(quote.data.amount_to) : null) : amount;
  const text = formatMove(amount, source, target);
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h2 className="text-lg">{text}?</h2>
        <p className="text-ink-2 text-sm">
          This transfer is immediate.{note.trim() && ` Note: ${note.trim()}.`}
        </p>
      </div>
      <Review>
        <ReviewChange
          label={source.name}
          before={source.balance}
          after={fromMinor(subtractMinor(toMinor(source.balance), amount))}
          currency={source.currency}
        />
        {arrives === null ? (
          <ReviewLine label={target.name}>
            {quote.error ? 'unavailable' : <Skeleton className="h-5 w-40" />}
          </ReviewLine>
        ) : (
          <ReviewChange
            label={target.name}
            before={target.balance}
            after={fromMinor(addMinor(toMinor(target.balance), arrives))}
            currency={target.currency}
          />
        )}
        {quote.data && (
          <ReviewLine label={`Exchange rate on ${formatTextDate(quote.data.rate_date)}`}>
            {formatMinor(amount, source.currency)} × {quote.data.rate} ={' '}
            {formatMinor(toMinor(quote.data.amount_to), target.currency)}
          </ReviewLine>
        )}
        <ReviewLine label="Fee">{formatMinor(ZERO, source.currency)}</ReviewLine>
      </Review>
      {quote.error && (
        <AlertBox kind="negative" fact="No exchange rate is available today.">
          No money was moved. Try again later, or transfer between accounts in the same currency.
        </AlertBox>
      )}
      <Button variant="primary" size="lg" busy={busy} disabled={arrives === null} onClick={onMove} autoFocus>
        {text}
      </Button>
      <Button variant="ghost" onClick={onBack}>
        Edit
      </Button>
    </div>
  );
}

export const transferQueries = {
  /** Reads a quote for a transfer between currencies at today's simulated rate. */
  quote: (from: string, to: string, amount: number) =>
    requestQuery(['transfers', 'quote', from, to, amount], "We couldn't load the exchange rate", () =>
      supabase.rpc('quote_transfer', { from_account_id: from, to_account_id: to, amount }).single(),
    ),
};
