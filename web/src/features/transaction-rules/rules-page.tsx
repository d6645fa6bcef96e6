import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { TransactionTabs } from '@/entities/transaction/transaction-tabs';
import { useNames } from '@/entities/transaction/use-names';
import { formatCount } from '@/lib/count';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { EmptyState } from '@/ui/empty-state';
import { ExampleRows } from '@/ui/examples';
import { Switch } from '@/ui/forms/switch';
import { Loaded } from '@/ui/loaded';
import { Dialog } from '@/ui/overlays/dialog';
import { MenuItem, MenuSeparator, MoreMenu } from '@/ui/overlays/menu';
import { Page, Section } from '@/ui/page';
import { Row, RowList } from '@/ui/row-list';
import { Skeleton } from '@/ui/skeleton';
import { ruleMutations } from './mutations';
import { type CategorizationRule, ruleQueries, type Suggestion } from './queries';
import { RulesForm } from './rule-form';
import { LatestMatches } from './rule-matches';
import { formatRule } from './rule-text';
import { useRunRules } from './running';

type Running = { ruleId: string | null };

/** Renders the rules that categorize and annotate transactions automatically. */
export default function RulesPage() {
  const [search, setSearch] = useSearchParams();
  const list = useQuery(ruleQueries.list());
  const rules = list.data;
  const { data: suggestions = [] } = useQuery(ruleQueries.suggestions());
  const [edited, setEdited] = useState<Partial<CategorizationRule> | null>(() => getDraft(search));
  const [running, setRunning] = useState<Running | null>(null);
  const requested = rules?.find(({ id }) => id === search.get('rule'));
  const shown = edited ?? requested ?? null;

  function close() {
    setEdited(null);
    setSearch({}, { replace: true });
  }
  return (
    <Page
      title="Rules"
      tabs={<TransactionTabs current="/transactions/rules" />}
      actions={
        <>
          {rules && rules.length > 0 && (
            <Button onClick={() => setRunning({ ruleId: null })}>Apply to past transactions</Button>
          )}
          {rules?.length !== 0 && (
            <Button variant="primary" onClick={() => setEdited({})}>
              New rule
            </Button>
          )}
        </>
      }
    >
      {rules && rules.length > 0 && (
        <p className="mb-8 max-w-160 text-ink-2">
          Rules update transactions when they post. We check them from the top, and the first match applies.
          Categories you choose yourself don't change.
        </p>
      )}
      {suggestions.length > 0 && <Suggestions suggestions={suggestions} onPick={setEdited} />}
      <Loaded from={list} failure="We couldn't load your rules." rows={4} label="Loading rules">
        {(all) =>
          all.length === 0 ? (
            <EmptyState
              title="No rules yet"
              example={
                <ExampleRows
                  rows={[
                    {
                      title: 'When a transaction contains “market”',
                      detail: 'Set the category to Food',
                      end: '12 matches',
                    },
                    {
                      title: 'When a card purchase is at least $300.00',
                      detail: 'Add the tag “large”',
                      end: '4 matches',
                    },
                  ]}
                />
              }
              action={
                <Button variant="primary" onClick={() => setEdited({})}>
                  New rule
                </Button>
              }
            >
              A rule categorizes, tags, or renames transactions when they post. You can also create one from
              any transaction. Categories you choose yourself don't change.
            </EmptyState>
          ) : (
            <RulesList rules={all} onEdit={setEdited} onRun={({ id }) => setRunning({ ruleId: id })} />
          )
        }
      </Loaded>
      <Dialog open={shown !== null} onClose={close} title={shown?.id ? 'Edit rule' : 'New rule'} wide>
        {shown && <RulesForm key={shown.id ?? 'new'} rule={shown} onDone={close} />}
      </Dialog>
      <Dialog
        open={running !== null}
        onClose={() => setRunning(null)}
        title="Apply to past transactions"
        description="We'll apply your rules to past transactions. You can undo this."
      >
        {running && <RulesRun ruleId={running.ruleId} onDone={() => setRunning(null)} />}
      </Dialog>
    </Page>
  );
}

type SuggestionsProps = {
  suggestions: readonly Suggestion[];
  onPick: (rule: Partial<CategorizationRule>) => void;
};

function Suggestions({ suggestions, onPick }: SuggestionsProps) {
  return (
    <Section title="Suggested" className="mb-10">
      <RowList label="Suggested rules">
        {suggestions.map(({ words, category, set_category_id, times }) => (
          <Row
            key={`${words} ${set_category_id}`}
            title={`“${words}” into ${category}`}
            detail={`You chose this category ${times === 2 ? 'twice' : `${times} times`}`}
            end={<span className="text-sm underline underline-offset-4">Create rule</span>}
            onClick={() => onPick({ words, set_category_id })}
          />
        ))}
      </RowList>
    </Section>
  );
}

/** Returns a rule prefilled from a transaction, or null if the URL doesn't request one. */
function getDraft(search: URLSearchParams): Partial<CategorizationRule> | null {
  if (!search.has('new')) return null;
  return {
    words: search.get('words'),
    flow: search.get('flow'),
    set_category_id: search.get('category'),
  };
}

type RulesListProps = {
  rules: readonly CategorizationRule[];
  onEdit: (rule: CategorizationRule) => void;
  onRun: (rule: CategorizationRule) => void;
};

/** Renders the rules in order. The first match wins. */
function RulesList({ rules, onEdit, onRun }: RulesListProps) {
  const { names } = useNames();
  const turn = useMutation(ruleMutations.turn);
  const order = useMutation(ruleMutations.order);
  const remove = useMutation(ruleMutations.delete);
  const bringBack = useMutation(ruleMutations.bringBack);
  const ids = rules.map(({ id }) => id);

  function move(index: number, by: -1 | 1) {
    const next = ids.toSpliced(index, 1);
    order.mutate(next.toSpliced(index + by, 0, ids[index] ?? ''));
  }
  function drop(rule: CategorizationRule) {
    remove.mutate(rule, {
      onSuccess: () =>
        toast.success('Rule deleted. Transactions it already changed stay the same.', {
          action: { label: 'Undo', onClick: () => bringBack.mutate({ rule, order: ids }) },
        }),
    });
  }
  return (
    <ol aria-label="Rules" className="divide-y divide-line border-line border-y">
      {rules.map((rule, index) => {
        const { conditions, actions } = formatRule(rule, names);
        return (
          <li
            key={rule.id}
            className="grid grid-cols-1 gap-x-16 gap-y-3 py-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
          >
            <div className="flex items-start gap-3">
              <span className="figures w-6 shrink-0 py-2 text-ink-3 text-sm">{index + 1}</span>
              <button
                type="button"
                onClick={() => onEdit(rule)}
                className={classNames(
                  'min-w-0 flex-1 rounded-2 px-1 py-1 text-left hover:bg-sunken',
                  !rule.is_on && 'text-ink-3',
                )}
              >
                <span className="block font-medium [overflow-wrap:anywhere]">{conditions}</span>
                <span className={classNames('block [overflow-wrap:anywhere]', rule.is_on && 'text-ink-2')}>
                  {actions ? `${capitalize(actions)}.` : 'Inactive: category deleted'}
                </span>
                {!rule.is_on && <span className="block text-sm">Off</span>}
              </button>
              <span className="flex items-center gap-3">
                <Switch
                  aria-label={`Rule ${index + 1} is on`}
                  checked={rule.is_on}
                  onCheckedChange={(isOn) => turn.mutate({ id: rule.id, isOn })}
                />
                <MoreMenu label={`More options for rule ${index + 1}`} className="-mr-2 size-11">
                  <MenuItem onSelect={() => onEdit(rule)}>Edit</MenuItem>
                  <MenuItem onSelect={() => onRun(rule)}>Apply to past transactions</MenuItem>
                  <MenuItem disabled={index === 0} onSelect={() => move(index, -1)}>
                    <ArrowUp className="size-4" /> Move up
                  </MenuItem>
                  <MenuItem disabled={index === rules.length - 1} onSelect={() => move(index, 1)}>
                    <ArrowDown className="size-4" /> Move down
                  </MenuItem>
                  <MenuSeparator />
                  <MenuItem className="text-negative" onSelect={() => drop(rule)}>
                    Delete
                  </MenuItem>
                </MoreMenu>
              </span>
            </div>
            <LatestMatches rule={rule} example={actions && `When one posts, we'll ${actions}.`} />
          </li>
        );
      })}
    </ol>
  );
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Renders a preview of the effect of one or all rules on past transactions, with a button to apply them. */
function RulesRun({ ruleId, onDone }: { ruleId: string | null; onDone: () => void }) {
  const [withByHand, setWithByHand] = useState(false);
  const { data: effect, error, refetch } = useQuery(ruleQueries.effect(ruleId, withByHand));
  const { run, isRunning } = useRunRules();
  const fits = effect?.reduce((sum, item) => sum + item.fits, 0) ?? 0;
  const changed = effect?.reduce((sum, entry) => sum + entry.changed, 0) ?? 0;
  return (
    <div className="flex flex-col gap-5">
      {error ? (
        <p className="text-ink-2">
          We couldn't check past transactions.{' '}
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      ) : effect ? (
        <p aria-live="polite">
          {ruleId ? 'The rule matches' : 'Your rules match'} {formatCount(fits, 'past transaction')}.{' '}
          <strong>{changed.toLocaleString('en-US')}</strong> would change.
        </p>
      ) : (
        <Skeleton className="h-6 w-full" />
      )}
      <label className="flex min-h-11 items-center gap-2">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={withByHand}
          onChange={({ target }) => setWithByHand(target.checked)}
        />
        Include transactions I categorized myself
      </label>
      <Button
        variant="primary"
        size="lg"
        busy={isRunning}
        disabled={changed === 0}
        onClick={() => void run(ruleId, withByHand).then(onDone, () => {})}
      >
        Update {formatCount(changed, 'transaction')}
      </Button>
    </div>
  );
}
