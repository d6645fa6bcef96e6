import { dayText, parseDay } from '@engine/calendar/calendar.ts';
import { DAYS_TO_PAY } from '@engine/products/cards/card.ts';
import { getCardProduct } from '@engine/products/cards/card-catalog.ts';
import { firstClosing } from '@engine/products/cards/card-status.ts';
import { useMutation } from '@tanstack/react-query';
import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { creditCardMutations } from '@/entities/card/mutations';
import type { CardDetailSecrets } from '@/entities/card/queries';
import { type CardView, getCurrentRate } from '@/entities/card/use-card-view';
import { formatCount } from '@/lib/count';
import { formatAs, formatListDate, formatTextDate } from '@/lib/dates';
import { formatExactRate } from '@/lib/money';
import { Button } from '@/ui/button';
import { CopyText } from '@/ui/copy-button';
import { Money } from '@/ui/money';
import { CustomerCardFace } from './customer-card-face';

export function DetailsPart({ view }: { view: CardView }) {
  const { card, status, zone } = view;
  const closesOn = status?.closesOn ?? firstClosing(card.due_date);
  const open = status?.statement;
  const rate = getCurrentRate(view);
  const due = open && open.inFull === null ? open.due : dueAfter(closesOn);
  return (
    <div className="grid grid-cols-1 items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,25rem)_minmax(0,1fr)]">
      {card.closed_at === null ? <CardDetails view={view} /> : <CustomerCardFace card={card} />}
      <dl className="grid grid-cols-1 gap-x-12 border-line border-t sm:grid-cols-2">
        <Line name="Rate">
          {formatExactRate(rate)} APR, {(rate / 365).toLocaleString('en-US', { maximumFractionDigits: 4 })}%
          daily
        </Line>
        <ProductTerms view={view} />
        <Line name="Limit">
          <Money amount={card.credit_limit} currency={card.currency} />
        </Line>
        {card.closed_at === null && (
          <>
            <Line name="Statement closes">{formatListDate(closesOn)}, then once a month</Line>
            <Line name="Payment due">
              {formatListDate(due)}, {DAYS_TO_PAY} days after closing
            </Line>
          </>
        )}
        <Line name="Opened on">{formatTextDate(card.created_at, zone)}</Line>
        {card.closed_at !== null && <Line name="Closed on">{formatTextDate(card.closed_at, zone)}</Line>}
        <Line name="Currency">{card.currency}</Line>
        <Line name="State">
          {card.closed_at !== null ? 'Closed' : card.frozen ? 'Frozen: new purchases are declined' : 'Active'}
        </Line>
      </dl>
    </div>
  );
}

/** Renders the terms of a card of the catalog: rates that change, fees, and the security deposit. */
function ProductTerms({ view: { card, status } }: { view: CardView }) {
  const product = getCardProduct(card.product);
  const rate = status?.rate;
  if (!product || !rate) return null;
  return (
    <>
      {rate.introUntil && (
        <Line name="Introductory APR">
          Until {formatTextDate(rate.introUntil)}, then {formatExactRate(rate.own)}
        </Line>
      )}
      {rate.penalty && (
        <Line name="Penalty APR">
          {rate.penalty.isApplied
            ? `Since ${formatTextDate(rate.penalty.from)}. Ends after ${formatCount(rate.penalty.paymentsLeft, 'on-time payment')}`
            : `${formatExactRate(rate.penalty.apr)} from ${formatTextDate(rate.penalty.from)}`}
        </Line>
      )}
      <Line name="Annual fee">
        {rate.annualFee ? (
          <>
            <Money amount={rate.annualFee.amount} currency={card.currency} /> on{' '}
            {formatTextDate(rate.annualFee.on)}
          </>
        ) : (
          'None'
        )}
      </Line>
      {card.security_deposit !== null && (
        <Line name="Security deposit">
          <Money amount={card.security_deposit} currency={card.currency} />
          {rate.paymentsToDeposit !== null &&
            `, returned after ${formatCount(rate.paymentsToDeposit, 'more on-time payment')}`}
        </Line>
      )}
    </>
  );
}

function dueAfter(closesOn: string): string {
  return dayText(parseDay(closesOn) + DAYS_TO_PAY);
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-line border-b py-3 sm:block sm:last:odd:col-span-2">
      <dt className="text-ink-3 sm:text-sm">{name}</dt>
      <dd className="figures font-medium sm:mt-0.5">{children}</dd>
    </div>
  );
}

const SHOWN_FOR_MS = 30_000;

function CardDetails({ view }: { view: CardView }) {
  const { card } = view;
  const [secret, setSecret] = useState<CardDetailSecrets | null>(null);
  const { mutate, isPending } = useMutation(creditCardMutations.reveal);
  const hide = () => setSecret(null);
  useHiding(secret !== null, hide);
  return (
    <div>
      <CustomerCardFace card={card} {...(secret && { expires: formatAs(secret.expires_on, 'MM/yy') })} />
      <dl className="mt-5 border-line border-t" aria-live="polite">
        <SecretLine
          name="Number"
          value={secret && grouped(secret.card_number)}
          masked={`•••• •••• •••• ${card.card_number.slice(-4)}`}
        />
        <SecretLine name="Expires" value={secret && formatAs(secret.expires_on, 'MM/yy')} masked="••/••" />
        <SecretLine name="Security code" value={secret?.security_code ?? null} masked="•••" />
      </dl>
      <Button
        className="mt-4 w-full"
        busy={isPending}
        onClick={secret ? hide : () => mutate(card.id, { onSuccess: setSecret })}
      >
        {secret ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
        {secret ? 'Hide details' : 'Show details'}
      </Button>
      <p className="mt-2 text-ink-3 text-sm">
        Details hide after 30 seconds or when you leave this window. This isn't a real card number.
      </p>
    </div>
  );
}

/** Hides the card details after a while, and immediately when the window loses focus. */
function useHiding(isShown: boolean, hide: () => void): void {
  const hideNow = useEffectEvent(hide);
  useEffect(() => {
    if (!isShown) return;
    const leave = () => hideNow();
    const timer = setTimeout(leave, SHOWN_FOR_MS);
    window.addEventListener('blur', leave);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('blur', leave);
    };
  }, [isShown]);
}

const grouped = (number: string) => number.replace(/(.{4})(?=.)/g, '$1 ');

function SecretLine({ name, value, masked }: { name: string; value: string | null; masked: string }) {
  return (
    <div className="flex min-h-12 items-center justify-between gap-4 border-line border-b">
      <dt className="text-ink-3">{name}</dt>
      <dd className="figures flex items-center gap-1 font-medium">
        {value ?? <span className="text-ink-2">{masked}</span>}
        {value && (
          <CopyText
            text={value.replaceAll(' ', '')}
            label={`Copy: ${name}`}
            copiedLabel="Copied"
            className="size-8 justify-center pointer-coarse:size-11"
          />
        )}
      </dd>
    </div>
  );
}
