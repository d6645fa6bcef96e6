import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { isRefusal } from '@/lib/refusals';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { Select } from '@/ui/select';
import { TextInput } from '@/ui/text-input';
import { transactionMutations } from './mutations';
import { type Transaction, transactionQueries } from './queries';

/** The customer's own words for a row. */
export function EditDetails({ row }: { row: Transaction }) {
  const [description, setDescription] = useState(row.description ?? '');
  const [categoryId, setCategoryId] = useState(row.category_id ?? '');
  const [error, setError] = useState<string>();
  const { data: categories } = useQuery(transactionQueries.categories());
  const { mutate, isPending } = useMutation(transactionMutations.describe);
  const isChanged = description !== (row.description ?? '') || categoryId !== (row.category_id ?? '');
  function save(event: FormEvent) {
    event.preventDefault();
    mutate(
      { id: row.id, description: description.trim(), categoryId },
      {
        onSuccess: () => toast.success('Saved'),
        onError: (refused) => isRefusal(refused) && setError(refused.message),
      },
    );
  }
  return (
    <form onSubmit={save} noValidate className="flex flex-col gap-4 border-line border-t pt-5">
      <Field label="Description" error={error}>
        {(control) => (
          <TextInput
            {...control}
            value={description}
            maxLength={200}
            onChange={(event) => setDescription(event.target.value)}
          />
        )}
      </Field>
      <Field label="Category">
        {(control) => (
          <Select {...control} value={categoryId} onChange={(event) => setCategoryId(event.target.value)}>
            <option value="">None</option>
            {(categories ?? []).map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button type="submit" busy={isPending} disabled={!isChanged} className="self-start">
        Save
      </Button>
    </form>
  );
}
