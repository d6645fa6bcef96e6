import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { ErrorState } from '@/ui/error-state';
import { Dialog } from '@/ui/overlays/dialog';
import { Page, Section } from '@/ui/page';
import { Row, RowList } from '@/ui/row-list';
import { SkeletonRows } from '@/ui/skeleton';
import { RulesForm } from './rule-form';
import { RulesList } from './rules-list';
import { type CategorizationRule, ruleQueries, type Suggestion } from './rules-queries';
import { RulesRun } from './run-rules';

type Running = { ruleId: string | null };

/** Rules that categorize and annotate transactions automatically. */
export default function RulesPage() {
  const [search, setSearch] = useSearchParams();
  const { data: rules, error, refetch, isFetching } = useQuery(ruleQueries.list());
  const { data: suggestions = [] } = useQuery(ruleQueries.suggestions());
  const [edited, setEdited] = useState<Partial<CategorizationRule> | null>(() => getDraft(search));
  const [running, setRunning] = useState<Running | null>(null);
  const asked = rules?.find(({ id }) => id === search.get('rule'));
  const shown = edited ?? asked ?? null;

  function close() {
    setEdited(null);
    setSearch({}, { replace: true });
  }
  return (
    <Page
      title="Rules"
      above={
        <Link to="/transactions" className="text-link">
          Transactions
        </Link>
      }
      actions={
        <>
          {rules && rules.length > 0 && (
            <Button onClick={() => setRunning({ ruleId: null })}>Apply to past transactions</Button>
          )}
          <Button variant="primary" onClick={() => setEdited({})}>
            New rule
          </Button>
        </>
      }
    >
      <p className="mb-8 max-w-160 text-ink-2">
        Rules write about transactions as they are posted. They are asked from the top, and the first that
        fits wins. What you categorize by hand stays as you chose it.
      </p>
      {suggestions.length > 0 && <Suggestions suggestions={suggestions} onPick={setEdited} />}
      {error && !rules ? (
        <ErrorState title="We couldn't load your rules." onRetry={() => void refetch()} busy={isFetching} />
      ) : !rules ? (
        <SkeletonRows rows={4} label="Loading rules" />
      ) : rules.length === 0 ? (
        <EmptyState title="No rules yet.">
          For example, a rule can categorize every “corner market” transaction as Food and add a tag. You can
          also create a rule from any transaction.
        </EmptyState>
      ) : (
        <RulesList rules={rules} onEdit={setEdited} onRun={({ id }) => setRunning({ ruleId: id })} />
      )}
      <Dialog
        open={shown !== null}
        onOpenChange={(isOpen) => !isOpen && close()}
        title={shown?.id ? 'Edit rule' : 'New rule'}
        wide
      >
        {shown && <RulesForm key={shown.id ?? 'new'} rule={shown} onDone={close} />}
      </Dialog>
      <Dialog
        open={running !== null}
        onOpenChange={(isOpen) => !isOpen && setRunning(null)}
        title="Apply to past transactions"
        description="We'll apply your rules to past transactions. You can undo this."
      >
        {running && <RulesRun ruleId={running.ruleId} onDone={() => setRunning(null)} />}
      </Dialog>
    </Page>
  );
}

function Suggestions({
  suggestions,
  onPick,
}: {
  suggestions: readonly Suggestion[];
  onPick: (rule: Partial<CategorizationRule>) => void;
}) {
  return (
    <Section title="Suggested" className="mb-10">
      <RowList label="Suggested rules">
        {suggestions.map(({ words, category, set_category_id, times }) => (
          <Row
            key={`${words} ${set_category_id}`}
            title={`“${words}” into ${category}`}
            detail={`You chose it ${times === 2 ? 'twice' : `${times} times`}`}
            end={<span className="text-sm underline underline-offset-4">Create rule</span>}
            onClick={() => onPick({ words, set_category_id })}
          />
        ))}
      </RowList>
    </Section>
  );
}

/** A rule prefilled from a transaction. */
function getDraft(search: URLSearchParams): Partial<CategorizationRule> | null {
  if (!search.has('new')) return null;
  return {
    words: search.get('words'),
    flow: search.get('flow'),
    set_category_id: search.get('category'),
  };
}
