import { Link } from 'react-router';
import { Button } from '@/ui/button';
import { formatRule } from '../rules/rule-text';
import { useNames } from '../search/use-names';
import { type TransactionDetails, titleOfDetail } from './details-queries';

/** The rule that changed a transaction, and a button to create one from it. */
export function DetailsRule({ row }: { row: TransactionDetails }) {
  const { names } = useNames();
  const words = row.rule && formatRule(row.rule, names);
  const draft = new URLSearchParams({ new: '1', words: titleOfDetail(row), flow: row.direction });
  if (row.categoryId) draft.set('category', row.categoryId);
  return (
    <section aria-label="Rule" className="text-sm">
      {row.rule && words ? (
        <p className="text-ink-2">
          Updated by a rule. {words.conditions}: {words.actions}.{' '}
          <Link to={`/transactions/rules?rule=${row.rule.id}`} className="underline underline-offset-4">
            View rule
          </Link>
        </p>
      ) : (
        row.ruleId && <p className="text-ink-2">Updated by a deleted rule.</p>
      )}
      <Button asChild size="sm" className="mt-2">
        <Link to={`/transactions/rules?${draft}`}>Create rule</Link>
      </Button>
    </section>
  );
}
