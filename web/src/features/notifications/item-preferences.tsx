import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import {
  type About,
  kindOf,
  type PreferenceRow,
  preferenceFor,
} from '@/entities/notification/notification-kinds';
import { Select } from '@/ui/forms/select';
import { notificationMutations } from './mutations';
import { ThresholdForm } from './threshold-form';

/** An account or card with its own setting. */
export type Item = { id: string; name: string; currency: string };

/** Sets an account or card to the general setting, its own threshold, or off. */
export function ItemPreference({
  about,
  item,
  rows,
}: {
  about: About;
  item: Item;
  rows: readonly PreferenceRow[];
}) {
  const id = useId();
  const choose = useMutation(notificationMutations.choose);
  const unchoose = useMutation(notificationMutations.unchoose);
  const { threshold } = kindOf(about);
  const own = rows.find((row) => row.about === about && row.item_id === item.id);
  const present = preferenceFor(rows, about, item.id);
  const save = (isOn: boolean, value = present.threshold) =>
    choose.mutate({ about, itemId: item.id, isOn, threshold: threshold ? value : null });
  function change(choice: string) {
    if (choice === 'all') unchoose.mutate({ about, itemId: item.id });
    else save(choice === 'on');
  }
  return (
    <li className="flex flex-col gap-3 py-3">
      <div className="grid items-center gap-x-4 gap-y-1.5 sm:grid-cols-[1fr_14rem]">
        <label htmlFor={id} className="min-w-0 wrap-anywhere">
          {item.name}
        </label>
        <Select
          id={id}
          value={own ? (own.enabled ? 'on' : 'off') : 'all'}
          disabled={choose.isPending || unchoose.isPending}
          onChange={(event) => change(event.target.value)}
        >
          <option value="all">Default</option>
          <option value="on">{threshold ? 'Custom' : 'On'}</option>
          <option value="off">Off</option>
        </Select>
      </div>
      {own?.enabled && threshold && (
        <ThresholdForm
          unit={threshold.unit}
          label={`${threshold.label}, ${item.name}`}
          value={present.threshold}
          currency={item.currency}
          allowsZero={about === 'low_balance'}
          busy={choose.isPending}
          onSave={(value) => save(true, value)}
        />
      )}
    </li>
  );
}
