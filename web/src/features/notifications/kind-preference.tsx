import { useMutation } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import {
  type About,
  kindOf,
  type PreferenceRow,
  preferenceFor,
} from '@/entities/notification/notification-kinds';
import { SwitchRow } from '@/ui/forms/switch-row';
import { type Item, ItemPreference } from './item-preferences';
import { notificationMutations } from './mutations';
import { ThresholdForm } from './threshold-form';

type KindPreferenceProps = {
  about: About;
  rows: readonly PreferenceRow[];
  /** The products that can have their own setting. */
  items: readonly Item[];
  currency: string;
};

/** A kind of notification with its switch, threshold, and exceptions. */
export function KindPreference({ about, rows, items, currency }: KindPreferenceProps) {
  const choose = useMutation(notificationMutations.choose);
  const { title, words, threshold, per } = kindOf(about);
  const present = preferenceFor(rows, about);
  const differing = rows.filter((row) => row.about === about && row.item_id !== null).length;
  const save = (isOn: boolean, value = present.threshold) =>
    choose.mutate({ about, itemId: null, isOn, threshold: threshold ? value : null });
  return (
    <li className="flex flex-col gap-3 py-3.5">
      <SwitchRow
        title={title}
        words={words}
        on={present.isOn}
        busy={choose.isPending}
        onChange={(isOn) => save(isOn)}
      />
      {present.isOn && threshold && (
        <ThresholdForm
          unit={threshold.unit}
          label={threshold.label}
          value={present.threshold}
          currency={currency}
          allowsZero={about === 'low_balance'}
          busy={choose.isPending}
          onSave={(value) => save(true, value)}
        />
      )}
      {items.length > 0 && (
        <details className="group" open={differing > 0 || undefined}>
          <summary className="flex min-h-11 cursor-pointer items-center gap-1.5 text-ink-2 text-sm marker:content-none">
            <ChevronRight
              aria-hidden
              strokeWidth={1.5}
              className="size-4 transition-transform group-open:rotate-90"
            />
            {differing > 0 ? `${differing} customized` : `By ${per?.join(' or ') ?? ''}`}
            <span className="sr-only">: {title}</span>
          </summary>
          <ul className="ml-5.5 divide-y divide-line">
            {items.map((item) => (
              <ItemPreference key={item.id} about={about} item={item} rows={rows} />
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
