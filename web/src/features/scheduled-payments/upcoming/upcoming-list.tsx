import { CircleAlert, CircleSlash, Ellipsis, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { formatListDate, relativeDay } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { Money } from '@/ui/money';
import { Menu, MenuItem } from '@/ui/overlays/menu';
import { LOW_BELOW, type Outgoing } from './projection';

const SHOWN_AT_FIRST = 8;

type UpcomingListProps = {
  outgoing: readonly Outgoing[];
  today: string;
  accountName: (id: string) => string;
  onSkip: (item: Outgoing) => void;
  onPayOther: (item: Outgoing) => void;
  onKeepToRule: (item: Outgoing) => void;
  onEdit: (ruleId: string) => void;
};

/** Renders upcoming payments by day as dashed outlines, because they have not happened. */
export function UpcomingList({ outgoing, today, accountName, ...actions }: UpcomingListProps) {
  const [all, setAll] = useState(false);
  const shown = all ? outgoing : outgoing.slice(0, SHOWN_AT_FIRST);
  const days = [...new Set(shown.map(({ day }) => day))];
  return (
    <>
      <ol className="relative ml-1.5 border-chart-1 border-l border-dashed">
        {days.map((day) => (
          <li key={day} className="relative pb-4 pl-5">
            <span
              aria-hidden
              className="absolute top-1 -left-[5px] size-2.5 rounded-full border-2 border-chart-1 bg-canvas"
            />
            <h3 className="text-ink-3 text-sm">
              {formatListDate(day)}, {relativeDay(day, today).toLowerCase()}
            </h3>
            <ul>
              {shown
                .filter((item) => item.day === day)
                .map((item) => (
                  <UpcomingRow key={item.key} item={item} from={accountName(item.accountId)} {...actions} />
                ))}
            </ul>
          </li>
        ))}
      </ol>
      {outgoing.length > shown.length && (
        <Button variant="ghost" size="sm" onClick={() => setAll(true)}>
          Show all {outgoing.length} of the next 60 days
        </Button>
      )}
    </>
  );
}

type RowActions = Pick<UpcomingListProps, 'onSkip' | 'onPayOther' | 'onKeepToRule' | 'onEdit'>;

function UpcomingRow({ item, from, ...actions }: { item: Outgoing; from: string } & RowActions) {
  const isOff = item.outcome === 'skipped' || item.outcome === 'nothing';
  return (
    <li className="flex items-start gap-2 border-line border-b py-2.5 last:border-b-0">
      <span className="min-w-0 flex-1">
        <span className={classNames('block break-words font-medium', isOff && 'text-ink-3 line-through')}>
          {item.name}
        </span>
        <Consequence item={item} from={from} />
      </span>
      <Money
        amount={-item.amount}
        currency={item.currency}
        expected
        className={isOff ? 'text-ink-3 line-through' : ''}
      />
      {item.ruleId ? (
        <RowMenu item={item} ruleId={item.ruleId} {...actions} />
      ) : (
        <span className="w-8 shrink-0 pointer-coarse:w-11" />
      )}
    </li>
  );
}

/** Renders the balance after a payment, or why it will fail, as text with an icon. */
function Consequence({ item, from }: { item: Outgoing; from: string }) {
  const { outcome, currency, leaves, short, settledDay, changed, ruleId } = item;
  const isLow = leaves < LOW_BELOW;
  const once =
    changed && outcome !== 'skipped' ? 'Amount changed for this payment. ' : ruleId ? '' : 'Autopay. ';
  if (outcome === 'skipped')
    return (
      <span className="flex items-center gap-1.5 text-ink-3 text-sm">
        <CircleSlash aria-hidden className="size-4 shrink-0" strokeWidth={1.5} /> Skipped
      </span>
    );
  if (outcome === 'nothing') return <span className="block text-ink-3 text-sm">Nothing will be due</span>;
  if (outcome === 'fails' || outcome === 'late')
    return (
      <span className="flex items-start gap-1.5 text-negative text-sm">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.5} />
        <span>
          {outcome === 'fails' ? 'Will fail' : 'Will be late'}
          {short > 0 && `: ${formatMoney(short, currency)} short in ${from}`}
          {outcome === 'late' && `, paid on ${formatListDate(settledDay)}`}
        </span>
      </span>
    );
  return (
    <span className={classNames('flex items-start gap-1.5 text-sm', isLow ? 'text-warning' : 'text-ink-3')}>
      {isLow && <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.5} />}
      <span>
        {once}Leaves {formatMoney(leaves, currency)} in {from}
        {isLow && ': low'}
      </span>
    </span>
  );
}

function RowMenu({
  item,
  ruleId,
  onSkip,
  onPayOther,
  onKeepToRule,
  onEdit,
}: { item: Outgoing; ruleId: string } & RowActions) {
  const trigger = (
    <button
      type="button"
      aria-label={`Change ${item.name} on ${formatListDate(item.day)}`}
      className="-my-1 grid size-8 shrink-0 place-items-center rounded-2 text-ink-2 hover:bg-sunken hover:text-ink pointer-coarse:-my-2 pointer-coarse:size-11"
    >
      <Ellipsis aria-hidden className="size-5" strokeWidth={1.5} />
    </button>
  );
  return (
    <Menu trigger={trigger}>
      {item.outcome !== 'skipped' && <MenuItem onSelect={() => onSkip(item)}>Skip payment</MenuItem>}
      <MenuItem onSelect={() => onPayOther(item)}>Change amount once</MenuItem>
      {item.changed && <MenuItem onSelect={() => onKeepToRule(item)}>Restore original amount</MenuItem>}
      <MenuItem onSelect={() => onEdit(ruleId)}>Edit scheduled payment</MenuItem>
    </Menu>
  );
}
