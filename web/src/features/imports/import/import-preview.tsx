import { absMinor, fromMinor } from '@engine/money/minor.ts';
import { type ReactNode, useMemo, useState } from 'react';
import {
  getBalanceGap,
  type Statement,
  type StatementRow,
} from '@/entities/statement-file/imports/statement';
import { formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Review, ReviewChange, ReviewLine } from '@/ui/forms/review';
import { Segmented } from '@/ui/forms/segmented';
import { Money } from '@/ui/money';
import type { Outcome, Preview, Why } from '../queries';

const SHOWN_AT_ONCE = 100;
type View = 'posted' | 'left' | 'all';

type ImportPreviewProps = {
  preview: Preview;
  statement: Statement;
  /** True while the bank recomputes the preview. */
  isOld: boolean;
  onChoose: (line: number, request: boolean | null) => void;
};

/** Renders a preview of posted and skipped lines with the final balance. */
export function ImportPreview({ preview, statement, isOld, onChoose }: ImportPreviewProps) {
  const { rows, endBalance } = statement;
  const left = preview.rows.length - preview.posted;
  const [view, setView] = useState<View>(left > 0 ? 'left' : 'posted');
  const [limit, setLimit] = useState(SHOWN_AT_ONCE);
  const byLine = useMemo(() => new Map(rows.map((row) => [row.line, row])), [rows]);
  const shown = preview.rows.filter(
    ({ outcome }) => view === 'all' || (view === 'posted') === (outcome === 'posted'),
  );
  const { currency } = preview;
  const isCard = preview.credit_limit !== undefined;
  const stated = endBalance && fromMinor(endBalance.amount);
  const gap = getBalanceGap(statement);
  return (
    <div aria-busy={isOld}>
      <Review>
        <ReviewLine label={isCard ? 'Payments and credits' : 'Money in'}>
          <Money amount={preview.money_in} currency={currency} signed />
        </ReviewLine>
        <ReviewLine label={isCard ? 'Purchases' : 'Money out'}>
          <Money amount={-preview.money_out} currency={currency} />
        </ReviewLine>
        <ReviewChange
          label={isCard ? 'Balance owed' : 'Balance'}
          before={preview.balance_before}
          after={preview.balance_after}
          currency={currency}
        />
        {stated !== null && (
          <ReviewLine label="Ending balance in the file">
            <Money amount={stated} currency={currency} className="font-normal! text-ink-2" />
          </ReviewLine>
        )}
        {gap !== null && (
          <ReviewLine label="Statement check">
            <span className={gap === 0 ? 'text-positive' : 'text-warning'}>
              {gap === 0
                ? 'Matches the opening and closing balances'
                : `Off by ${formatMoney(fromMinor(absMinor(gap)), currency)} from the opening and closing balances`}
            </span>
          </ReviewLine>
        )}
      </Review>
      <Segmented
        label="Filter transactions"
        value={view}
        onValueChange={(next) => {
          setView(next);
          setLimit(SHOWN_AT_ONCE);
        }}
        options={[
          { value: 'posted', label: `Import ${preview.posted.toLocaleString('en-US')}` },
          { value: 'left', label: `Skip ${left.toLocaleString('en-US')}` },
          { value: 'all', label: `All ${preview.rows.length.toLocaleString('en-US')}` },
        ]}
        className="mt-6 max-w-120"
      />
      {shown.length === 0 ? (
        <p className="py-6 text-ink-2">
          {view === 'left' ? 'Every transaction can be imported.' : 'No transactions can be imported.'}
        </p>
      ) : (
        <ul aria-label="Transactions in the file" className="mt-3 divide-y divide-line border-line border-y">
          {shown.slice(0, limit).map((row) => (
            <Row
              key={row.line}
              row={row}
              read={byLine.get(row.line)}
              currency={currency}
              onChoose={onChoose}
            />
          ))}
        </ul>
      )}
      {shown.length > limit && (
        <Button className="mt-4" onClick={() => setLimit(limit + SHOWN_AT_ONCE)}>
          Show more ({(shown.length - limit).toLocaleString('en-US')})
        </Button>
      )}
    </div>
  );
}

type RowProps = {
  row: Preview['rows'][number];
  read: StatementRow | undefined;
  currency: string;
  onChoose: ImportPreviewProps['onChoose'];
};

function Row({ row, read, currency, onChoose }: RowProps) {
  const { line, outcome, why, kind } = row;
  const isForced = outcome === 'posted' && why.by !== undefined;
  const name = read?.description || read?.payee || `line ${line}`;
  return (
    <LineRow
      line={line}
      day={read?.day ?? null}
      amount={read?.amount == null ? null : fromMinor(read.amount)}
      text={read?.description || read?.payee || ''}
      outcome={outcome}
      why={why}
      currency={currency}
      kind={kind && KINDS[kind]}
      action={
        outcome === 'duplicate' || outcome === 'left_out' ? (
          <Button
            size="sm"
            aria-label={`Import ${name} anyway`}
            onClick={() => onChoose(line, outcome === 'duplicate' || why.by ? true : null)}
          >
            Import anyway
          </Button>
        ) : outcome === 'posted' ? (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Skip ${name}`}
            onClick={() => onChoose(line, isForced ? null : false)}
          >
            Skip
          </Button>
        ) : null
      }
    />
  );
}

type LineRowProps = {
  line: number;
  day: string | null;
  /** In major units, negative for money out; null if unreadable. */
  amount: number | null;
  text: string;
  outcome: Outcome;
  why: Why;
  currency: string;
  /** The line's role on a card, such as a payment. */
  kind?: string | undefined;
  action?: ReactNode;
};

export function LineRow({ line, day, amount, text, outcome, why, currency, kind, action }: LineRowProps) {
  const reason = formatReason(outcome, why, currency);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="truncate font-medium">{text || 'No description'}</p>
        <p className="text-ink-3 text-sm">
          Line {line} · {day ? formatTextDate(day) : 'no date'}
          {kind && ` · ${kind}`}
          {reason && <span className="text-ink-2"> · {reason}</span>}
        </p>
      </div>
      <div className="ml-auto flex items-center gap-3">
        {outcome !== 'posted' && <Badge tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].label}</Badge>}
        {amount !== null && <Money amount={amount} currency={currency} signed />}
        {action}
      </div>
    </li>
  );
}

const KINDS: Record<string, string> = {
  imported_charge: 'Purchase',
  imported_payment: 'Payment',
  imported_credit: 'Refund or credit',
};

const OUTCOMES = {
  duplicate: { label: 'Duplicate', tone: 'quiet' },
  overdraws: { label: 'Overdraft', tone: 'warning' },
  before: { label: 'Too early', tone: 'warning' },
  future: { label: 'In the future', tone: 'warning' },
  too_much: { label: 'Above maximum', tone: 'warning' },
  left_out: { label: 'Skipped', tone: 'quiet' },
  unreadable: { label: 'Unreadable', tone: 'negative' },
} as const;

function formatReason(outcome: Outcome, why: Why, currency: string): string | null {
  const { available = 0, short = 0, opened = '', today = '' } = why;
  switch (outcome) {
    case 'posted':
      return null;
    case 'duplicate':
      return formatDuplicate(why);
    case 'overdraws':
      return `This would overdraw the account. You'd have ${formatMoney(available, currency)} available and be ${formatMoney(short, currency)} short.`;
    case 'before':
      return `It opened on ${formatTextDate(opened)}.`;
    case 'future':
      return `Today is ${formatTextDate(today)}.`;
    case 'too_much':
      return 'This deposit would put the account above the maximum balance.';
    case 'left_out':
      return 'You skipped it.';
    case 'unreadable':
      return why.problem ?? "We couldn't read this line.";
  }
}

function formatDuplicate({ by, day, file, line }: Why): string {
  const from = file ? `, from ${file}` : '';
  if (by === 'name')
    return `Already imported or posted on ${formatTextDate(day ?? '')}, with the same bank reference${from}.`;
  if (by === 'same') return `Already there: same date, amount, and description${from}.`;
  if (by === 'alike') return `Possible duplicate: same date and amount, similar description${from}.`;
  return `Appears twice in this file. See line ${line ?? ''}.`;
}
