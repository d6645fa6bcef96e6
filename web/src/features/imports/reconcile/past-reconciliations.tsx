import { useMutation } from '@tanstack/react-query';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { formatTextDate } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';
import { type Reconciliation, reconcileMutations } from './reconcile-queries';

/** Reconciled statements. The last one can be undone. */
export function PastReconciliations({
  history,
  currency,
}: {
  history: readonly Reconciliation[];
  currency: string;
}) {
  const undo = useMutation(reconcileMutations.undo);
  const refusal = getRefusalMessage(undo.error, currency);
  return (
    <Section title="Past reconciliations" className="mt-12">
      <div role="status" className="mb-4 empty:hidden">
        {refusal && (
          <AlertBox kind="negative" fact="It stays.">
            {refusal}
          </AlertBox>
        )}
      </div>
      {history.length === 0 ? (
        <p className="text-ink-2">No reconciliations yet</p>
      ) : (
        <ul aria-label="Past reconciliations" className="divide-y divide-line border-line border-y">
          {history.map((each, index) => (
            <li key={each.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
              <div className="min-w-0 flex-1 basis-48">
                <p className="font-medium">To {formatTextDate(each.statement_date)}</p>
                <p className="text-ink-3 text-sm">
                  {each.rows.toLocaleString('en-US')} {each.rows === 1 ? 'row' : 'rows'} ticked off
                </p>
              </div>
              <Money amount={each.statement_balance} currency={currency} />
              {index === 0 && (
                <Button
                  size="sm"
                  busy={undo.isPending}
                  aria-label={`Undo the reconciliation to ${formatTextDate(each.statement_date)}`}
                  onClick={() =>
                    undo.mutate(each.id, {
                      onSuccess: () => toast.success('Its rows can be ticked off again'),
                    })
                  }
                >
                  Undo
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
