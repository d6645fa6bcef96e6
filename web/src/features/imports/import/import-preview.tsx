import { useMemo, useState } from 'react';
import type { Statement, StatementRow } from '@/entities/statement-file/imports/statement';
import { fromMinor } from '@/lib/money';
import { Button } from '@/ui/button';
import { Review, ReviewChange, ReviewLine } from '@/ui/forms/review';
import { Segmented } from '@/ui/forms/segmented';
import { Money } from '@/ui/money';
import type { Preview, PreviewRow } from '../queries';
import { LineRow } from './line-row';

const SHOWN_AT_ONCE = 100;
type View = 'posted' | 'left' | 'all';

type ImportPreviewProps = {
  preview: Preview;
  rows: readonly StatementRow[];
  endBalance: Statement['endBalance'];
  /** True while the bank recomputes the preview. */
  isOld: boolean;
  onWish: (line: number, wish: boolean | null) => void;
};

/** Previews posted and skipped lines with the final balance. */
export function ImportPreview({ preview, rows, endBalance, isOld, onWish }: ImportPreviewProps) {
  const left = preview.rows.length - preview.posted;
  const [view, setView] = useState<View>(left > 0 ? 'left' : 'posted');
  const [limit, setLimit] = useState(SHOWN_AT_ONCE);
  const byLine = useMemo(() => new Map(rows.map((row) => [row.line, row])), [rows]);
  const shown = preview.rows.filter(
    ({ outcome }) => view === 'all' || (view === 'posted') === (outcome === 'posted'),
  );
  const { currency } = preview;
  const stated = endBalance && fromMinor(endBalance.amount);
  return (
    <div aria-busy={isOld}>
      <Review>
        <ReviewLine label="Money in">
          <Money amount={preview.money_in} currency={currency} signed />
        </ReviewLine>
        <ReviewLine label="Money out">
          <Money amount={-preview.money_out} currency={currency} />
        </ReviewLine>
        <ReviewChange
          label="Balance"
          before={preview.balance_before}
          after={preview.balance_after}
          currency={currency}
        />
        {stated !== null && (
          <ReviewLine label="From the file">
            <Money amount={stated} currency={currency} className="font-normal! text-ink-2" />
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
            <Row key={row.line} row={row} read={byLine.get(row.line)} currency={currency} onWish={onWish} />
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
  row: PreviewRow;
  read: StatementRow | undefined;
  currency: string;
  onWish: ImportPreviewProps['onWish'];
};

function Row({ row, read, currency, onWish }: RowProps) {
  const { line, outcome, why } = row;
  const isForced = outcome === 'posted' && why.by !== undefined;
  const name = read?.description || read?.payee || `line ${line}`;
  return (
    <LineRow
      line={line}
      day={read?.day ?? null}
      amount={read?.amount == null ? null : fromMinor(read.amount)}
      words={read?.description || read?.payee || ''}
      outcome={outcome}
      why={why}
      currency={currency}
      action={
        outcome === 'duplicate' || outcome === 'left_out' ? (
          <Button
            size="sm"
            aria-label={`Import ${name} anyway`}
            onClick={() => onWish(line, outcome === 'duplicate' || why.by ? true : null)}
          >
            Import anyway
          </Button>
        ) : outcome === 'posted' ? (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Skip ${name}`}
            onClick={() => onWish(line, isForced ? null : false)}
          >
            Skip
          </Button>
        ) : null
      }
    />
  );
}
