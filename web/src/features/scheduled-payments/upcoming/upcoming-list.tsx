import { getBankHoliday } from '@engine/calendar/bank-holidays.ts';
import { parseDay } from '@engine/calendar/calendar.ts';
import { fromMinor, type Minor, subtractMinor, ZERO } from '@engine/money/minor.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleSlash, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { loanQueries } from '@/features/loans/queries';
import { mortgageQueries } from '@/features/mortgages/queries';
import { formatCount } from '@/lib/count';
import { formatListDate, getDay, relativeDay, startOfDay } from '@/lib/dates';
import { formatMinor, formatMoney, sumByCurrency } from '@/lib/money';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { TextLink } from '@/ui/link';
import { Money } from '@/ui/money';
import { MenuItem, MoreMenu } from '@/ui/overlays/menu';
import { PaymentFailure } from '../payment-failure';
import type { RuleState } from '../payments/payment-state';
import { LOW_BELOW, type Outgoing } from '../projection';
import { type ScheduledPayment, scheduledPaymentQueries } from '../queries';

const SHOWN_AT_FIRST = 8;

type UpcomingListProps = {
  outgoing: readonly Outgoing[];
  today: string;
  accountName: (id: string) => string;
  /** The account that most payments come from. Its name isn't repeated in each row. */
  usualId: string | undefined;
  actions: Record<'skip' | 'payOther' | 'keepToRule' | 'edit', (item: Outgoing) => void>;
};

/** Renders upcoming payments by day. Dashed outlines mark payments that haven't happened yet. */
export function UpcomingList({ outgoing, today, accountName, usualId, actions }: UpcomingListProps) {
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
                  <UpcomingRow
                    key={item.key}
                    item={item}
                    from={accountName(item.accountId)}
                    isUsual={item.accountId === usualId}
                    actions={actions}
                  />
                ))}
            </ul>
          </li>
        ))}
      </ol>
      {outgoing.length > shown.length && (
        <Button variant="ghost" size="sm" onClick={() => setAll(true)}>
          Show all {outgoing.length} in the next 60 days
        </Button>
      )}
    </>
  );
}

type UpcomingRowProps = Pick<UpcomingListProps, 'actions'> & {
  item: Outgoing;
  from: string;
  isUsual: boolean;
};

function UpcomingRow({ item, from, isUsual, actions }: UpcomingRowProps) {
  const isOff = item.outcome === 'skipped' || item.outcome === 'nothing';
  return (
    <li className="flex items-start gap-2 border-line border-b py-2.5 last:border-b-0">
      <span className="min-w-0 flex-1">
        <span className={classNames('block break-words font-medium', isOff && 'text-ink-3 line-through')}>
          {item.name}
        </span>
        <Consequence item={item} from={from} isUsual={isUsual} />
      </span>
      <Money
        amount={-item.amount}
        currency={item.currency}
        expected
        className={isOff ? 'text-ink-3 line-through' : ''}
      />
      {item.ruleId ? (
        <RowMenu item={item} actions={actions} />
      ) : (
        <span className="w-8 shrink-0 pointer-coarse:w-11" />
      )}
    </li>
  );
}

/** Renders the balance after a payment, or the reason why it will fail, as text with an icon. */
function Consequence({ item, from, isUsual }: Omit<UpcomingRowProps, 'actions'>) {
  const { outcome, currency, leaves } = item;
  const isLow = leaves < LOW_BELOW;
  if (outcome === 'skipped')
    return (
      <span className="flex items-center gap-1.5 text-ink-3 text-sm">
        <CircleSlash className="size-4 shrink-0" /> Skipped
      </span>
    );
  if (outcome === 'nothing') return <span className="block text-ink-3 text-sm">Nothing will be due</span>;
  if (outcome === 'fails' || outcome === 'late') return <PaymentFailure item={item} from={from} />;
  return (
    <span className={classNames('flex items-start gap-1.5 text-sm', isLow ? 'text-warning' : 'text-ink-3')}>
      {isLow && <TriangleAlert className="mt-0.5 size-4 shrink-0" />}
      <span>
        {describeOrigin(item)}
        {formatMove(item)}Leaves {formatMoney(leaves, currency)}
        {!isUsual && ` in ${from}`}
        {isLow && ': low'}
      </span>
    </span>
  );
}

/** Explains that the customer changed the payment, or why a payment without a rule is made. */
function describeOrigin({ changed, isPending, isAutopay }: Outgoing): string {
  if (changed) return 'Amount changed for this payment. ';
  if (isPending) return 'Pending purchase. ';
  return isAutopay ? 'Autopay. ' : '';
}

/** Explains why a payment is made on a different day than scheduled. */
function formatMove({ plannedDay, day, currency }: Outgoing): string {
  if (plannedDay === null || plannedDay === day) return '';
  const holiday = getBankHoliday(parseDay(plannedDay), currency);
  return `Banks are closed on ${formatListDate(plannedDay)}${holiday ? `, ${holiday}` : ''}. `;
}

function RowMenu({ item, actions }: Pick<UpcomingRowProps, 'item' | 'actions'>) {
  return (
    <MoreMenu
      label={`Change ${item.name} on ${formatListDate(item.day)}`}
      className="-my-1 size-8 text-ink-2 hover:text-ink pointer-coarse:-my-2 pointer-coarse:size-11"
    >
      {item.outcome !== 'skipped' && <MenuItem onSelect={() => actions.skip(item)}>Skip payment</MenuItem>}
      <MenuItem onSelect={() => actions.payOther(item)}>Change amount once</MenuItem>
      {item.changed && <MenuItem onSelect={() => actions.keepToRule(item)}>Restore original amount</MenuItem>}
      <MenuItem onSelect={() => actions.edit(item)}>Edit scheduled payment</MenuItem>
    </MoreMenu>
  );
}

export function OutgoingFigure({ outgoing }: { outgoing: readonly Outgoing[] }) {
  const going = outgoing.filter(({ outcome }) => outcome === 'paid' || outcome === 'late');
  const sums = sumByCurrency(going);
  const failing = outgoing.filter(({ outcome }) => outcome === 'fails' || outcome === 'late').length;
  const shown = sums.size > 0 ? [...sums] : [['USD', ZERO] as const];
  return (
    <div className="mb-10">
      <p className="text-ink-3 text-xs">Due in the next 30 days</p>
      {shown.map(([currency, sum], index) => (
        <p key={currency}>
          <Money
            amount={fromMinor(sum)}
            currency={currency}
            size={index === 0 ? 'page' : 'inline'}
            className="max-md:text-[2.625rem]"
          />
        </p>
      ))}
      <p className="mt-1 text-ink-3 text-sm">
        {formatCount(going.length, 'payment')}
        {failing > 0 && (
          <span className="text-negative">
            {', '}
            {formatCount(failing, 'payment will fail', 'payments will fail')}
          </span>
        )}
        . Includes bills, payments, and pending purchases, but no other everyday spending.
      </p>
    </div>
  );
}

/** Returns the loans and mortgages with past-due payments, which aren't scheduled payments. */
function usePastDueDebts() {
  const loans = useQuery(loanQueries.list()).data ?? [];
  const mortgages = useQuery(mortgageQueries.list()).data ?? [];
  return [
    ...loans.map((loan) => ({ ...loan, to: `/loans/${loan.id}` })),
    ...mortgages.map((mortgage) => ({ ...mortgage, name: 'Mortgage', to: `/mortgages/${mortgage.id}` })),
  ].filter(({ past_due }) => past_due > 0);
}

const PROBLEM_DAYS = 31;

type TroubleProps = {
  rules: readonly ScheduledPayment[];
  states: Map<string, RuleState>;
  currencyOf: (accountId: string) => string;
  today: string;
  zone: string;
  onHistory: (rule: ScheduledPayment) => void;
};

export function UpcomingProblems({ rules, states, currencyOf, today, zone, onHistory }: TroubleProps) {
  const since = startOfDay(today, zone, -PROBLEM_DAYS);
  const failures = useQuery(scheduledPaymentQueries.failures(since)).data ?? [];
  const history = (rule: ScheduledPayment) => (
    <button
      type="button"
      onClick={() => onHistory(rule)}
      className="font-semibold text-accent-ink underline underline-offset-2"
    >
      View {rule.name} history
    </button>
  );
  const debts = usePastDueDebts();
  return (
    <div className="mb-8 flex flex-col gap-3 empty:hidden">
      {debts.map(({ id, name, past_due, currency, to }) => (
        <AlertBox
          key={id}
          kind="negative"
          fact={`${name}: ${formatMoney(past_due, currency)} past due.`}
          action={<TextLink to={to}>View {name}</TextLink>}
        />
      ))}
      {rules
        .filter(({ id }) => states.get(id)?.word === 'Retrying')
        .map((rule) => (
          <AlertBox
            key={rule.id}
            fact={`${rule.name} didn't go through. We'll try again.`}
            action={history(rule)}
          >
            {states.get(rule.id)?.reason} Next attempt: {formatListDate(states.get(rule.id)?.next ?? '')}.
          </AlertBox>
        ))}
      {rules.flatMap((rule) => {
        const last = failures.find(({ subject }) => subject === rule.id);
        if (!last) return [];
        const short = getShort(last.facts, currencyOf(rule.account_id));
        return [
          <AlertBox
            key={`${rule.id} failed`}
            kind="negative"
            fact={`${rule.name} failed on ${formatListDate(getDay(last.at, zone))}${short}.`}
            action={history(rule)}
          >
            No payment was made.
          </AlertBox>,
        ];
      })}
    </div>
  );
}

/** Formats the missing amount. Amounts in `facts` are in minor units. */
function getShort(facts: unknown, currency: string): string {
  const { amount, available } = (facts ?? {}) as { amount?: Minor; available?: Minor };
  if (typeof amount !== 'number' || typeof available !== 'number') return '';
  return `: ${formatMinor(subtractMinor(amount, available), currency)} short`;
}
