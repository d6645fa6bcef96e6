import { useMutation, useQuery } from '@tanstack/react-query';
import { Archive, CircleCheck, Ellipsis, Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Account } from '@/entities/account/queries';
import { Explain } from '@/entities/explanation/explain';
import { toastRefusal } from '@/entities/refusal/refusal-messages';
import { formatListDate, formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { Description } from '@/ui/description';
import { BackLink, TextLink } from '@/ui/link';
import { Money } from '@/ui/money';
import { Dialog } from '@/ui/overlays/dialog';
import { Menu, MenuAction, MenuSeparator } from '@/ui/overlays/menu';
import { Page, Section } from '@/ui/page';
import { GoalForm } from '../edit/goal-form';
import { GoalPicture } from '../edit/goal-pictures';
import { GoalProgress } from '../goal-progress';
import { formatContribution, formatHeading, getProspect, TONES } from '../goal-text';
import { goalMutations, type Status } from '../mutations';
import { projectGoalDates } from '../projection';
import { type Goal, goalQueries } from '../queries';
import { GoalChart } from './goal-chart';
import { GoalHistory } from './goal-history';
import { GoalMoney } from './goal-money';

type GoalPageProps = { goal: Goal; accounts: readonly Account[]; today: string; timeZone: string };

export default function GoalPage({ goal, accounts, today, timeZone }: GoalPageProps) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<'edit' | 'contribute' | 'take' | null>(null);
  const history = useQuery(goalQueries.history(goal.id)).data;
  const projection = projectGoalDates(getProspect(goal, accounts, today));
  const heading = formatHeading(goal, projection);
  const home = accounts.find(({ id }) => id === goal.account_id);
  const close = () => setOpen(null);
  const isOpen = goal.status !== 'archived';
  return (
    <Page
      title={goal.name}
      above={<BackLink to="/goals">Goals</BackLink>}
      actions={
        <>
          {isOpen && (
            <>
              <Button disabled={goal.saved <= 0} onClick={() => setOpen('take')}>
                Withdraw
              </Button>
              <Button variant="primary" onClick={() => setOpen('contribute')}>
                Contribute
              </Button>
            </>
          )}
          <GoalActions
            goal={goal}
            onEdit={() => setOpen('edit')}
            onDeleted={() => navigate('/goals', { replace: true })}
          />
        </>
      }
    >
      <div className="flex gap-5">
        <GoalPicture
          picture={goal.picture}
          photo={goal.photo}
          className={goal.photo ? 'size-20 rounded-2 sm:size-32' : 'max-sm:hidden'}
        />
        <div className="min-w-0 flex-1">
          <p className="text-ink-3 text-sm">Saved</p>
          <p className="flex flex-wrap items-baseline gap-x-3">
            <Money amount={goal.saved} currency={goal.currency} size="page" />
            <span className="figures text-ink-2">of {formatMoney(goal.target, goal.currency)}</span>
          </p>
          <GoalProgress name={goal.name} share={goal.share} className="my-4" />
          <div className="flex flex-wrap justify-between gap-x-6 gap-y-1">
            <p className="text-ink-2">{formatContribution(goal, accounts)}</p>
            <p className={classNames('font-medium', TONES[heading.tone])}>{heading.text}</p>
          </div>
        </div>
      </div>
      <Facts goal={goal} home={home} timeZone={timeZone} />
      <Section title="Progress" className="mt-10">
        <GoalChart goal={goal} history={history ?? []} projection={projection} today={today} />
      </Section>
      <Section title="History" className="mt-10">
        <GoalHistory goal={goal} accounts={accounts} timeZone={timeZone} />
      </Section>
      <Dialog wide open={open === 'edit'} onClose={close} title={`Edit ${goal.name}`}>
        <GoalForm goal={goal} accounts={accounts} today={today} onDone={close} />
      </Dialog>
      <Dialog
        open={open === 'contribute' || open === 'take'}
        onClose={close}
        title={open === 'take' ? `Withdraw from ${goal.name}` : `Contribute to ${goal.name}`}
      >
        {(open === 'contribute' || open === 'take') && (
          <GoalMoney way={open} goal={goal} accounts={accounts} onDone={close} />
        )}
      </Dialog>
    </Page>
  );
}

function Facts({ goal, home, timeZone }: { goal: Goal; home: Account | undefined; timeZone: string }) {
  const next = goal.status === 'active' ? goal.next_at : null;
  const money = (amount: number) => formatMoney(amount, goal.currency);
  const targetDate = goal.target_date && formatTextDate(goal.target_date);
  return (
    <dl className="mt-6 flex flex-wrap gap-x-10 gap-y-3 border-line border-t pt-4 [&_dd]:figures [&_dd]:font-medium [&_dt]:text-ink-3 [&_dt]:text-sm">
      <Description term="Left to save">
        <Explain
          title="Left to save"
          lesson="goal-with-a-date"
          formula="Target minus saved."
          inputs={[
            { name: 'Target', value: money(goal.target) },
            { name: 'Saved', value: money(goal.saved === 0 ? 0 : -goal.saved) },
            { name: 'Left', value: money(goal.left) },
          ]}
        >
          {money(goal.left)}
        </Explain>
      </Description>
      {targetDate && <Description term="Target date">{targetDate}</Description>}
      {goal.needed !== null && (
        <Description term="Needed per month">
          <Explain
            title="Needed per month"
            lesson="goal-with-a-date"
            formula="Amount left ÷ months until your target date. Doesn't include interest."
            inputs={[
              { name: 'Left to save', value: money(goal.left) },
              ...(targetDate ? [{ name: 'Target date', value: targetDate }] : []),
              { name: 'Per month', value: money(goal.needed) },
            ]}
          >
            {money(goal.needed)}
          </Explain>
        </Description>
      )}
      {next && <Description term="Next contribution">{formatListDate(next, timeZone)}</Description>}
      {home && (
        <Description term={goal.portion === null ? 'Whole account' : 'Part of account'}>
          <TextLink to={`/dashboard/accounts/${home.id}`}>{home.name}</TextLink>
        </Description>
      )}
    </dl>
  );
}

const DONE: Record<Status, string> = {
  active: 'resumed',
  paused: 'paused',
  completed: 'completed',
  archived: 'archived',
};

/** Renders a goal's actions, except moving money. All of them can be undone. */
function GoalActions({ goal, onEdit, onDeleted }: { goal: Goal; onEdit: () => void; onDeleted: () => void }) {
  const setStatus = useMutation(goalMutations.setStatus);
  const remove = useMutation(goalMutations.delete);
  const restore = useMutation(goalMutations.restore);
  const { id, name, status, currency } = goal;

  const become = (next: Status) =>
    setStatus.mutate(
      { id, status: next },
      { onSuccess: () => toast.success(`${name} ${DONE[next]}`), onError: toastRefusal(currency) },
    );
  function deleteGoal() {
    remove.mutate(goal, {
      onSuccess: (deleted) => {
        onDeleted();
        toast.success(`${name} deleted. Your money stays in the account.`, {
          // `mutateAsync` runs and reports failures even after the menu has closed.
          action: { label: 'Undo', onClick: () => void restore.mutateAsync(deleted).catch(() => {}) },
        });
      },
    });
  }
  return (
    <Menu
      trigger={
        <Button aria-label={`More options for ${name}`} className="px-2.5!" data-compact>
          <Ellipsis className="size-5" />
        </Button>
      }
    >
      <MenuAction icon={Pencil} label="Edit" onSelect={onEdit} />
      {status === 'active' && <MenuAction icon={Pause} label="Pause" onSelect={() => become('paused')} />}
      {status !== 'active' && <MenuAction icon={Play} label="Resume" onSelect={() => become('active')} />}
      {(status === 'active' || status === 'paused') && (
        <MenuAction icon={CircleCheck} label="Complete" onSelect={() => become('completed')} />
      )}
      {status !== 'archived' && (
        <MenuAction icon={Archive} label="Archive" onSelect={() => become('archived')} />
      )}
      <MenuSeparator />
      <MenuAction icon={Trash2} label="Delete" onSelect={deleteGoal} />
    </Menu>
  );
}
