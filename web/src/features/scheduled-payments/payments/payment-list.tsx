import { Ellipsis } from 'lucide-react';
import { describeYearlyChange } from '@/entities/recurring/yearly-change';
import { formatTextDate, relativeDay } from '@/lib/dates';
import { Badge } from '@/ui/badge';
import { Money } from '@/ui/money';
import { Menu, MenuItem, MenuSeparator } from '@/ui/overlays/menu';
import { nameOfTarget, type Payable } from '../edit/payable';
import type { Target } from '../edit/payment-schema';
import type { ScheduledPayment } from '../queries';
import type { RuleState } from './payment-state';
import { AMOUNT_LABELS, FREQUENCY_LABELS } from './payment-text';

type RuleListProps = {
  rules: readonly ScheduledPayment[];
  states: Map<string, RuleState>;
  payables: { accounts: Payable[]; products: Payable[] };
  today: string;
  onEdit: (rule: ScheduledPayment) => void;
  onHistory: (rule: ScheduledPayment) => void;
  onPause: (rule: ScheduledPayment) => void;
  onDelete: (rule: ScheduledPayment) => void;
};

/** Later than all days. */
const NEVER = '9999';

/** All rules by next date: payee, frequency, account, and state. */
export function RuleList({ rules, ...rest }: RuleListProps) {
  const next = ({ id }: ScheduledPayment) => rest.states.get(id)?.next ?? NEVER;
  const inOrder = rules.toSorted((one, other) =>
    next(one) < next(other) ? -1 : next(one) > next(other) ? 1 : 0,
  );
  return (
    <ul aria-label="Your scheduled payments" className="divide-y divide-line border-line border-y">
      {inOrder.map((rule) => (
        <RuleRow key={rule.id} rule={rule} {...rest} />
      ))}
    </ul>
  );
}

function RuleRow({
  rule,
  states,
  payables,
  today,
  ...actions
}: Omit<RuleListProps, 'rules'> & { rule: ScheduledPayment }) {
  const from = payables.accounts.find(({ id }) => id === rule.account_id);
  const state = states.get(rule.id);
  const yearlyChange = describeYearlyChange(rule);
  const to = nameOfTarget(targetOfRule(rule), payables.products);
  return (
    <li
      aria-label={rule.name}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-3.5 md:grid-cols-[minmax(0,3fr)_minmax(0,3fr)_minmax(7rem,auto)_auto] md:items-center"
    >
      <span className="min-w-0">
        <span className="block break-words font-medium">{rule.name}</span>
        <span className="block text-ink-3 text-sm">
          {FREQUENCY_LABELS[rule.frequency]} from {from?.name ?? 'a deleted account'}
          {to !== rule.name && ` to ${to}`}
          {yearlyChange !== null && ` · ${yearlyChange}`}
        </span>
      </span>
      <span className="text-right md:order-3">
        {rule.amount === null ? (
          <span className="font-medium">{AMOUNT_LABELS[rule.amount_kind]}</span>
        ) : (
          <Money amount={-rule.amount} currency={from?.currency} expected />
        )}
      </span>
      <span className="col-span-1 text-sm md:order-2">
        {state && (
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <Badge tone={state.tone}>{state.word}</Badge>
            {state.next && (
              <span title={relativeDay(state.next, today)}>
                {state.word === 'Retrying' ? 'Next attempt' : 'Upcoming'}{' '}
                <span className="figures">{formatTextDate(state.next)}</span>
              </span>
            )}
          </span>
        )}
        {state?.reason && <span className="mt-1 block text-ink-3">{state.reason}</span>}
      </span>
      <RuleMenu rule={rule} {...actions} />
    </li>
  );
}

function RuleMenu({
  rule,
  onEdit,
  onHistory,
  onPause,
  onDelete,
}: Pick<RuleListProps, 'onEdit' | 'onHistory' | 'onPause' | 'onDelete'> & { rule: ScheduledPayment }) {
  const trigger = (
    <button
      type="button"
      aria-label={`Options for ${rule.name}`}
      className="grid size-10 place-items-center justify-self-end rounded-2 text-ink-2 hover:bg-sunken hover:text-ink md:order-4 pointer-coarse:size-11"
    >
      <Ellipsis aria-hidden className="size-5" strokeWidth={1.5} />
    </button>
  );
  return (
    <Menu trigger={trigger}>
      <MenuItem onSelect={() => onEdit(rule)}>Edit</MenuItem>
      <MenuItem onSelect={() => onHistory(rule)}>History</MenuItem>
      <MenuItem onSelect={() => onPause(rule)}>{rule.paused ? 'Resume' : 'Pause'}</MenuItem>
      <MenuSeparator />
      <MenuItem className="text-negative" onSelect={() => onDelete(rule)}>
        Delete
      </MenuItem>
    </Menu>
  );
}

function targetOfRule({
  payee,
  to_account_id,
  card_id,
  loan_id,
  mortgage_id,
}: ScheduledPayment): Target | null {
  if (payee) return { kind: 'outside', payee };
  if (to_account_id) return { kind: 'account', id: to_account_id };
  if (card_id) return { kind: 'card', id: card_id };
  if (loan_id) return { kind: 'loan', id: loan_id };
  return mortgage_id ? { kind: 'mortgage', id: mortgage_id } : null;
}
