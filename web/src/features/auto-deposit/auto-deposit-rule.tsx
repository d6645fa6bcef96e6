import type { Zone } from '@engine/calendar/calendar.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import type { Account } from '@/entities/account/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { describeYearlyChange } from '@/entities/recurring/yearly-change';
import { formatInstant, getDay, relativeDay } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { toast } from '@/lib/toast';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Money } from '@/ui/money';
import { Menu, MenuItem, MenuSeparator } from '@/ui/overlays/menu';
import { Tooltip } from '@/ui/overlays/tooltip';
import { autoDepositMutations } from './mutations';
import {
  formatDay,
  getLabel,
  monthlyAmount,
  nextDeposits,
  type UpcomingDeposit,
} from './preview/upcoming-deposits';
import type { AutoDeposit } from './queries';

const UNDO_WITHIN_MS = 10_000;
const PER_MONTH = {
  HOURLY: '× 24 hours × 365 days ÷ 12 months',
  DAILY: '× 365 days ÷ 12 months',
  WEEKLY: '× 365 days ÷ 7 ÷ 12 months',
  BIWEEKLY: '× 365 days ÷ 14 ÷ 12 months',
  MONTHLY: 'once a month',
} as Record<string, string>;

type RuleProps = {
  rule: AutoDeposit;
  account: Account | undefined;
  deposits: readonly UpcomingDeposit[];
  now: number;
  zone: Zone;
  onEdit: () => void;
  onHistory: () => void;
};

export function AutoDepositRule({ rule, account, onEdit, onHistory, ...timing }: RuleProps) {
  const pause = useMutation(autoDepositMutations.pause);
  const remove = useMutation(autoDepositMutations.delete);
  const restore = useMutation(autoDepositMutations.restore);
  const currency = account?.currency ?? 'USD';
  const isRising = useQuery(clockQueries.household()).data?.carryover.billIncreases === true;
  const yearlyChange = describeYearlyChange(
    rule,
    isRising && rule.is_pay && rule.yearly_adjustment === null ? 'pay' : null,
  );
  const setPaused = (paused: boolean) =>
    pause.mutate(
      { id: rule.id, paused },
      { onSuccess: () => void toast.success(`${rule.name} ${paused ? 'paused' : 'resumed'}`) },
    );
  const putBack = () =>
    restore.mutate(rule, { onSuccess: () => void toast.success(`${rule.name} restored`) });
  const deleteRule = () =>
    remove.mutate(rule.id, {
      onSuccess: () =>
        void toast.success(`${rule.name} deleted`, {
          duration: UNDO_WITHIN_MS,
          action: { label: 'Undo', onClick: putBack },
        }),
    });
  return (
    <article aria-label={rule.name} className="border-line border-t py-5">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h2 className="font-medium text-base">{rule.name}</h2>
            {rule.is_pay && <Badge tone="info">Pay</Badge>}
            {rule.paused && <Badge tone="warning">Paused</Badge>}
          </div>
          <p className="text-ink-3 text-sm">
            {getLabel(rule.frequency)} into {account?.name ?? 'a deleted account'}
            {yearlyChange !== null && ` · ${yearlyChange}`}
          </p>
        </div>
        <div className="shrink-0 text-right">
          <Money amount={rule.amount} currency={currency} size="balance" expected signed />
          <Monthly rule={rule} currency={currency} />
        </div>
      </div>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Next rule={rule} account={account} {...timing} />
        <div className="-mr-3 ml-auto flex items-center">
          {rule.paused && (
            <Button variant="ghost" size="sm" busy={pause.isPending} onClick={() => setPaused(false)}>
              Resume
            </Button>
          )}
          <Button variant="ghost" size="sm" onClick={onHistory}>
            History
          </Button>
          <Button variant="ghost" size="sm" onClick={onEdit}>
            Edit
          </Button>
          <Menu
            trigger={
              <Button variant="ghost" size="sm" aria-label={`More options for ${rule.name}`}>
                <Ellipsis className="size-5" />
              </Button>
            }
          >
            <MenuItem onSelect={() => setPaused(!rule.paused)}>{rule.paused ? 'Resume' : 'Pause'}</MenuItem>
            <MenuSeparator />
            <MenuItem onSelect={deleteRule} className="text-negative">
              Delete
            </MenuItem>
          </Menu>
        </div>
      </div>
    </article>
  );
}

function Monthly({ rule, currency }: { rule: AutoDeposit; currency: string }) {
  const text = `${formatMoney(monthlyAmount(rule.amount, rule.frequency), currency)} a month`;
  if (rule.frequency === 'MONTHLY') return <p className="figures text-ink-3 text-sm">{text}</p>;
  return (
    <p className="figures text-ink-3 text-sm">
      <Tooltip text={`${formatMoney(rule.amount, currency)} ${PER_MONTH[rule.frequency]}`}>
        <button type="button" className="min-h-6 underline decoration-dashed underline-offset-4">
          {text}
        </button>
      </Tooltip>
    </p>
  );
}

function Next({ rule, account, deposits: arrivals, now, zone }: Omit<RuleProps, 'onEdit' | 'onHistory'>) {
  const nextDeposit = arrivals.find(({ ruleId }) => ruleId === rule.id);
  // The schedule alone can't tell whether a paycheck already arrived early, so this uses the simulation.
  const next = nextDeposit?.at ?? nextDeposits(rule, now, zone, 1)[0];
  const quiet = (text: string) => <p className="text-ink-3 text-sm">{text}</p>;
  if (next === undefined) return quiet('Ended');
  if (rule.paused) return quiet('Paused. Resume it to receive deposits.');
  if (!account || account.closed_at || nextDeposit?.missing === 'account')
    return <p className="text-sm text-warning">Stopped: account closed</p>;
  const day = getDay(new Date(next), zone.name);
  const near = relativeDay(day, getDay(new Date(now), zone.name)).toLowerCase();
  const missed = nextDeposit?.missing === 'job' && nextDeposit.at === next;
  return (
    <p className="figures text-sm" title={formatInstant(new Date(next), zone.name)}>
      <span className="text-ink-3">Next </span>
      {formatDay(next, zone, true)}
      <span className="text-ink-3">, {near}</span>
      {nextDeposit?.missing === 'limit' && (
        <span className="block text-warning">The account has reached its limit for the year</span>
      )}
      {missed && <span className="block text-warning">Stopped while you're out of work</span>}
    </p>
  );
}
