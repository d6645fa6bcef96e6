import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Account } from '@/entities/account/queries';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { fromMinor, type Minor } from '@/lib/money';
import { QueuedForLater } from '@/lib/offline/queue';
import { useRequestId } from '@/lib/request-id';
import { MoveForm } from './move-form';
import { MoveReceipt } from './move-receipt';
import { formatMove, MoveReview } from './move-review';
import { transferMutations } from './mutations';

export type Plan = { from: string; to: string; typed: string; note: string };

type MoveMoneyProps = { accounts: readonly Account[]; from: string | null; to: string | null };

/** Moves money in three steps: form, review, and receipt. Going back keeps the input. */
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
      from: plan.from,
      to: plan.to,
      amount: fromMinor(amount),
      description: plan.note.trim(),
    };
    transfer.mutate(
      { ...content, requestId: requestId.for(content), told: parseBusMessage(amount) },
      {
        onSuccess: ([sourceAfter, targetAfter]) => {
          requestId.renew();
          if (sourceAfter && targetAfter)
            setReceipt({ source: sourceAfter, target: targetAfter, sent: amount });
        },
        onError: (error) => {
          if (error instanceof QueuedForLater) return startAnew();
          const words = getRefusalMessage(error, source?.currency ?? 'USD');
          if (!words) return;
          setRefusal(words);
          setReviewed(null);
        },
      },
    );
  }

  function parseBusMessage(amount: Minor) {
    if (!source || source.currency !== target?.currency) return null;
    return { words: formatMove(amount, source, target), currency: source.currency };
  }
  function startAnew() {
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
          // Undo is a transfer in the other direction with its own review.
          const isSameCurrency = receipt.source.currency === receipt.target.currency;
          const typed = isSameCurrency ? plan.typed : '';
          setPlan({ from: receipt.target.id, to: receipt.source.id, typed, note: plan.note });
          setReviewed(null);
          setReceipt(null);
        }}
        onAnother={startAnew}
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

/** The requested accounts if they exist, or else the first two. */
function firstPlan(accounts: readonly Account[], from: string | null, to: string | null): Plan {
  const source =
    accounts.find(({ id }) => id === from) ?? accounts.find(({ id }) => id !== to) ?? accounts[0];
  const target =
    accounts.find(({ id }) => id === to && id !== source?.id) ?? accounts.find(({ id }) => id !== source?.id);
  return { from: source?.id ?? '', to: target?.id ?? '', typed: '', note: '' };
}
