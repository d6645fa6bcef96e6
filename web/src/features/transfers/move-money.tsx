import { dayText, parseDay } from '@engine/calendar/calendar.ts';
import { fromMinor, type Minor, toMinor } from '@engine/money/minor.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Account, type AccountRow, maskedNumber } from '@/entities/account/queries';
import { transferMutation } from '@/entities/account/transfer-mutation';
import { customerQueries } from '@/entities/customer/queries';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { getDay } from '@/lib/dates';
import { parseAmount } from '@/lib/money';
import { QueuedForLater } from '@/lib/offline/queue';
import { isRefusal } from '@/lib/refusals';
import { useRequestId } from '@/lib/request-id';
import { classNames } from '@/ui/class-names';
import { Money } from '@/ui/money';
import { Row, RowList } from '@/ui/row-list';
import { MoveForm } from './move-form';
import { MoveReceipt } from './move-receipt';
import { formatMove, MoveReview } from './move-review';
import { scheduleMutation } from './mutations';
import type { Plan } from './plan';
import type { Quote } from './queries';

/** The longest name of a scheduled payment. */
const LONGEST_NAME = 80;

type MoveMoneyProps = {
  accounts: readonly Account[];
  from: string | null;
  to: string | null;
};

type Done = {
  source: AccountRow;
  target: AccountRow;
  before: readonly [number, number];
  sent: Minor;
  scheduledOn?: string;
  quote?: Quote;
};

/**
 * Renders a transfer in three steps: form, review, and receipt. Wide screens show the review next to the
 * form. Going back keeps the input.
 */
export function MoveMoney({ accounts, from, to }: MoveMoneyProps) {
  const me = useQuery(customerQueries.me()).data;
  const today = getDay(me?.now ?? new Date(), me?.time_zone);
  const tomorrow = dayText(parseDay(today) + 1);
  const [plan, setPlan] = useState<Plan>(() => firstPlan(accounts, from, to, tomorrow));
  const [reviewed, setReviewed] = useState<Minor | null>(null);
  const [refusal, setRefusal] = useState<string>();
  const [receipt, setReceipt] = useState<Done | null>(null);
  const [priceNote, setPriceNote] = useState<string>();
  const client = useQueryClient();
  const requestId = useRequestId();
  const transfer = useMutation(transferMutation);
  const schedule = useMutation(scheduleMutation);
  const source = accounts.find(({ id }) => id === plan.from);
  const target = accounts.find(({ id }) => id === plan.to);
  const before = [source?.balance ?? 0, target?.balance ?? 0] as const;

  function scheduleTransfer(amount: Minor) {
    if (!source || !target) return;
    const { when, day, frequency } = plan;
    schedule.mutate(
      {
        name: plan.note.trim().slice(0, LONGEST_NAME) || `To ${target.name}`,
        account_id: source.id,
        to_account_id: target.id,
        amount: fromMinor(amount),
        start_date: day,
        ...(when === 'date' ? { frequency: 'MONTHLY', occurrences: 1 } : { frequency }),
      },
      {
        onSuccess: () => setReceipt({ source, target, before, sent: amount, scheduledOn: day }),
        onError: (error) => {
          const message = getRefusalMessage(error, source.currency);
          if (!message) return;
          setRefusal(message);
          setReviewed(null);
        },
      },
    );
  }

  function move(amount: Minor, quote?: Quote) {
    if (plan.when !== 'now') return scheduleTransfer(amount);
    const content = {
      from_account_id: plan.from,
      to_account_id: plan.to,
      amount: fromMinor(amount),
      description: plan.note.trim() || null,
      ...(quote && { quote_id: quote.quote_id }),
      ...(plan.side === 'target' && { fixed_side: plan.side }),
    };
    setPriceNote(undefined);
    transfer.mutate(
      { ...content, request_id: requestId.for(content), display: describeMove(amount) },
      {
        onSuccess: ([sourceAfter, targetAfter]) => {
          requestId.renew();
          if (sourceAfter && targetAfter)
            setReceipt({
              source: sourceAfter,
              target: targetAfter,
              before,
              sent: quote ? toMinor(quote.amount_from) : amount,
              ...(quote && { quote }),
            });
        },
        onError: (error) => {
          if (error instanceof QueuedForLater) return startOver();
          const message = getRefusalMessage(error, source?.currency ?? 'USD');
          if (!message) return;
          if (isRefusal(error) && error.code === 'QTEXP') {
            // The review stays open and shows a new price.
            setPriceNote(message);
            void client.invalidateQueries({ queryKey: ['transfers', 'quote'] });
            return;
          }
          setRefusal(message);
          setReviewed(null);
        },
      },
    );
  }

  function describeMove(amount: Minor) {
    if (!source || source.currency !== target?.currency) return null;
    return { text: formatMove(amount, source, target), currency: source.currency };
  }
  function startOver() {
    requestId.renew();
    setPlan({ ...plan, typed: '', note: '', when: 'now' });
    setReviewed(null);
    setReceipt(null);
  }

  if (receipt)
    return (
      <div className="mx-auto max-w-130">
        <MoveReceipt
          {...receipt}
          scheduledOn={receipt.scheduledOn}
          quote={receipt.quote}
          onBack={() => {
            // Undo opens a transfer in the opposite direction with its own review.
            const isSameCurrency = receipt.source.currency === receipt.target.currency;
            const typed = isSameCurrency ? plan.typed : '';
            setPlan({ ...plan, from: receipt.target.id, to: receipt.source.id, typed });
            setReviewed(null);
            setReceipt(null);
          }}
          onAnother={startOver}
        />
      </div>
    );
  const isReviewed = reviewed !== null;
  const amount = reviewed ?? parseAmount(plan.typed);
  const hasPreview = source && target && amount !== null && amount > 0;
  return (
    <div className="grid grid-cols-1 lg:grid-cols-2">
      <div className={isReviewed ? 'max-lg:hidden lg:pr-8' : 'lg:pr-8'}>
        <MoveForm
          accounts={accounts}
          plan={plan}
          tomorrow={tomorrow}
          refusal={refusal}
          isReviewed={isReviewed}
          onChange={(next) => {
            setPlan(alignPlan(next, accounts));
            setRefusal(undefined);
            setReviewed(null);
          }}
          onReview={setReviewed}
        />
      </div>
      <div className={classNames('lg:border-line lg:border-l lg:pl-8', !isReviewed && 'max-lg:hidden')}>
        {hasPreview ? (
          <MoveReview
            source={source}
            target={target}
            amount={amount}
            plan={plan}
            today={today}
            isReviewed={isReviewed}
            busy={transfer.isPending || schedule.isPending}
            onMove={(quote) => move(amount, quote)}
            priceNote={priceNote}
            onBack={() => setReviewed(null)}
          />
        ) : (
          <BalancesNow accounts={[source, target]} />
        )}
      </div>
    </div>
  );
}

/** Renders the balances before an amount is entered. */
function BalancesNow({ accounts }: { accounts: readonly (Account | undefined)[] }) {
  return (
    <>
      <h2 className="text-lg">Balances now</h2>
      <RowList label="Balances now" className="mt-3">
        {accounts.map(
          (account) =>
            account && (
              <Row
                key={account.id}
                title={account.name}
                detail={maskedNumber(account)}
                end={<Money amount={account.balance} currency={account.currency} />}
              />
            ),
        )}
      </RowList>
      <p className="mt-3 text-ink-3 text-sm">Enter an amount to preview your balances.</p>
    </>
  );
}

/** Returns the plan without a date between currencies, and without a side within one currency. */
function alignPlan(plan: Plan, accounts: readonly Account[]): Plan {
  const getCurrency = (account: string) => accounts.find(({ id }) => id === account)?.currency;
  return getCurrency(plan.from) === getCurrency(plan.to)
    ? { ...plan, side: 'source' }
    : { ...plan, when: 'now' };
}

/** Returns a transfer between the requested accounts, or between the first two accounts by default. */
function firstPlan(
  accounts: readonly Account[],
  from: string | null,
  to: string | null,
  tomorrow: string,
): Plan {
  const source =
    accounts.find(({ id }) => id === from) ?? accounts.find(({ id }) => id !== to) ?? accounts[0];
  const target =
    accounts.find(({ id }) => id === to && id !== source?.id) ?? accounts.find(({ id }) => id !== source?.id);
  return {
    from: source?.id ?? '',
    to: target?.id ?? '',
    typed: '',
    side: 'source',
    note: '',
    when: 'now',
    day: tomorrow,
    frequency: 'MONTHLY',
  };
}
