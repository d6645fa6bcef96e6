import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isRefusal } from '@/lib/refusals';
import { Button } from '@/ui/button';
import { Field } from '@/ui/forms/field';
import { LabeledInput } from '@/ui/forms/labeled';
import { Segmented } from '@/ui/forms/segmented';
import { Select } from '@/ui/forms/select';
import { toOptions } from '@/ui/forms/select-field';
import { detailMutations } from './annotation-mutations';
import { transactionQueries } from './queries';

type EditCategoryProps = {
  label?: string;
  /** The label of the option that selects no category. */
  none?: string;
  value: string | null;
  onChange: (categoryId: string | null) => void;
  className?: string;
  /** Renders a small field whose label is only for screen readers. */
  compact?: boolean;
};

const NEW = 'new';
const KINDS = toOptions({ spending: 'Spending', income: 'Income' });

/**
 * Renders a field for choosing a built-in category, an income category, or a custom category. The customer
 * can also add a category.
 */
export function EditCategory({
  label = 'Category',
  none = 'None',
  value,
  onChange,
  className,
  compact = false,
}: EditCategoryProps) {
  const { data: categories = [], isPending } = useQuery(transactionQueries.categories());
  const [isAdding, setIsAdding] = useState(false);
  const groups = [
    ['Spending', categories.filter(({ kind, user_id }) => kind === 'spending' && !user_id)],
    ['Income', categories.filter(({ kind, user_id }) => kind === 'income' && !user_id)],
    ['Your categories', categories.filter(({ user_id }) => user_id)],
  ] as const;
  const select = (props: object) => (
    <Select
      {...props}
      disabled={isPending}
      value={isPending ? '' : (value ?? '')}
      onChange={({ target }) => (target.value === NEW ? setIsAdding(true) : onChange(target.value || null))}
    >
      <option value="">{isPending ? 'Loading…' : none}</option>
      {groups.map(([name, group]) =>
        group.length === 0 ? null : (
          <optgroup key={name} label={name}>
            {group.map((category) => (
              <option key={category.id} value={category.id}>
                {category.name}
              </option>
            ))}
          </optgroup>
        ),
      )}
      <option value={NEW}>New category…</option>
    </Select>
  );
  return (
    <div className={className}>
      {compact ? select({ 'aria-label': label }) : <Field label={label}>{select}</Field>}
      {isAdding && (
        <NewCategory
          onDone={(id) => {
            setIsAdding(false);
            if (id) onChange(id);
          }}
        />
      )}
    </div>
  );
}

function NewCategory({ onDone }: { onDone: (id: string | null) => void }) {
  const [name, setName] = useState('');
  const [kind, setKind] = useState<'spending' | 'income'>('spending');
  const [error, setError] = useState<string>();
  const { mutate, isPending } = useMutation(detailMutations.addCategory);
  function add() {
    if (!name.trim()) return setError('Enter a name.');
    mutate(
      { name, kind },
      {
        onSuccess: ({ id }) => onDone(id),
        onError: (refused) => {
          if (isRefusal(refused)) setError(refused.message);
          else if ('code' in refused && refused.code === '23505') setError('You already have this category.');
        },
      },
    );
  }
  return (
    // Not a `form` element, because it can be inside another form.
    <fieldset className="mt-3 flex flex-col gap-3">
      <legend className="sr-only">New category</legend>
      <LabeledInput
        label="New category name"
        error={error}
        autoFocus
        value={name}
        maxLength={80}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
      />
      <Segmented label="Counts as" value={kind} onValueChange={setKind} options={KINDS} />
      <div className="flex gap-2">
        <Button size="sm" variant="primary" busy={isPending} onClick={add}>
          Add category
        </Button>
        <Button size="sm" variant="ghost" onClick={() => onDone(null)}>
          Cancel
        </Button>
      </div>
    </fieldset>
  );
}
