import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useController } from 'react-hook-form';
import { accountQueries } from '@/entities/account/queries';
import { creditCardQueries } from '@/entities/card/queries';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { EditCategory } from '@/entities/transaction/edit-category';
import { TagField } from '@/entities/transaction/tag-field';
import { refusalDetail } from '@/lib/refusals';
import { toast } from '@/lib/toast';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { SegmentedField } from '@/ui/forms/segmented-field';
import { SelectField, toOptions } from '@/ui/forms/select-field';
import { TextField } from '@/ui/forms/text-field';
import { Skeleton } from '@/ui/skeleton';
import { ruleMutations } from './mutations';
import { type CategorizationRule, type DraftRule, ruleQueries } from './queries';
import { describeMatches, RuleMatch } from './rule-matches';
import { ruleFields, ruleSchema } from './rule-schema';
import { TYPE_LABELS } from './rule-text';
import { useRunRules } from './running';

const FLOWS = toOptions({ any: 'In and out', out: 'Money out', in: 'Money in' });

const TYPES = [
  { value: 'any', label: 'All types' },
  ...Object.entries(TYPE_LABELS).map(([value, label]) => ({
    value,
    label: label.charAt(0).toUpperCase() + label.slice(1),
  })),
];

/**
 * Renders the form that creates or edits a rule: its conditions, its actions, and their effect on past
 * transactions.
 */
export function RulesForm({ rule, onDone }: { rule: Partial<CategorizationRule>; onDone: () => void }) {
  const [isForPast, setIsForPast] = useState(false);
  const [changed, setChanged] = useState(0);
  const { data: accounts = [] } = useQuery(accountQueries.list());
  const { data: cards = [] } = useQuery(creditCardQueries.list());
  const save = useMutation(ruleMutations.save);
  const { run, isRunning } = useRunRules();
  const { control, submit, watch, formState } = useBankForm({
    schema: ruleSchema,
    defaults: ruleFields(rule),
    currency: 'USD',
    fieldByCode: (refusal) => {
      const { part } = refusalDetail(refusal) as { part?: string };
      return part === 'action' ? 'categoryId' : part === 'amount' ? 'highest' : 'words';
    },
    refusedField: 'words',
    onSubmit: async (details) => {
      const saved = await save.mutateAsync({ ...details, ...(rule.id && { id: rule.id }) });
      if (isForPast) await run(saved.id, false);
      else toast.success('Rule saved');
      onDone();
    },
  });
  const { errors } = formState;
  const category = useController({ control, name: 'categoryId' }).field;
  const tags = useController({ control, name: 'tags' }).field;
  const typed = ruleSchema.safeParse(watch());
  const draft = typed.success ? { ...typed.data, ...(rule.id && { id: rule.id }) } : null;
  return (
    <Form onSubmit={submit} busy={save.isPending || isRunning} verb="Save rule">
      <h3 className="font-semibold">When a transaction</h3>
      <TextField
        control={control}
        name="words"
        label="Contains"
        hint="Every word must appear in the description or merchant, in any order."
        placeholder="corner market"
      />
      <SegmentedField control={control} name="flow" label="Direction" options={FLOWS} />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField control={control} name="type" label="Type" options={TYPES} />
        <SelectField
          control={control}
          name="place"
          label="Account or card"
          options={[
            { value: '', label: 'All accounts and cards' },
            ...accounts.map(({ id, name }) => ({ value: `account:${id}`, label: name })),
            ...cards.map(({ id, name }) => ({ value: `card:${id}`, label: name })),
          ]}
        />
        <AmountField control={control} name="lowest" label="Minimum amount" note="optional" />
        <AmountField control={control} name="highest" label="Maximum amount" note="optional" />
      </div>
      <h3 className="border-line border-t pt-5 font-semibold">Then</h3>
      <div>
        <EditCategory
          none="Keep category"
          value={category.value || null}
          onChange={(id) => category.onChange(id ?? '')}
        />
        {errors.categoryId && (
          <p role="alert" className="mt-1.5 text-negative text-sm">
            {errors.categoryId.message}
          </p>
        )}
      </div>
      <TagField label="Tags to add" tags={tags.value} onChange={tags.onChange} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField control={control} name="merchant" label="Rename merchant" note="optional" />
        <TextField control={control} name="note" label="Note" note="optional" />
      </div>
      <div className="border-line border-t pt-5">
        <RulesPreview draft={draft} onCounted={setChanged} />
        {changed > 0 && (
          <label className="mt-2 flex min-h-11 items-center gap-2">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={isForPast}
              onChange={({ target }) => setIsForPast(target.checked)}
            />
            Apply this rule to{' '}
            {changed === 1 ? 'this transaction' : `these ${changed.toLocaleString('en-US')} transactions`}{' '}
            too. You can undo this.
          </label>
        )}
      </div>
    </Form>
  );
}

const PAUSE_MS = 350;

type RulesPreviewProps = {
  /** Null if the rule is incomplete. */
  draft: DraftRule | null;
  onCounted: (changed: number) => void;
};

function RulesPreview({ draft, onCounted }: RulesPreviewProps) {
  const settled = useDebounced(draft);
  const { data: rows, error } = useQuery({
    ...ruleQueries.preview(settled),
    enabled: settled !== null,
    placeholderData: keepPreviousData,
  });
  const first = rows?.[0];
  const changed = settled && first ? first.changed : 0;
  useEffect(() => onCounted(changed), [changed, onCounted]);
  if (!settled)
    return (
      <p className="text-ink-3 text-sm">Complete the rule to see how it would change past transactions.</p>
    );
  if (error) return <p className="text-ink-2 text-sm">We couldn't check past transactions.</p>;
  if (!rows) return <Skeleton className="h-24 w-full" />;
  return (
    <section aria-label="Past transactions">
      <p aria-live="polite" className="font-medium text-sm">
        {describeMatches(first)}
      </p>
      <ul className="mt-1 divide-y divide-line">
        {rows.map((row) => (
          <RuleMatch key={row.transaction_key} row={row} />
        ))}
      </ul>
      {first && first.hits > rows.length && (
        <p className="mt-1 text-ink-3 text-sm">
          Plus {(first.hits - rows.length).toLocaleString('en-US')} more.
        </p>
      )}
    </section>
  );
}

/** Returns the draft as of the customer's last pause in editing. */
function useDebounced(draft: DraftRule | null): DraftRule | null {
  const text = JSON.stringify(draft);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return JSON.parse(settled) as DraftRule | null;
}
