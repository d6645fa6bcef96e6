import { useSearchParams } from 'react-router';
import { ABOUTS, isAbout, kindOf } from '@/entities/notification/notification-kinds';
import type { Notification } from '@/entities/notification/notifications';
import { Segmented } from '@/ui/forms/segmented';
import { Select } from '@/ui/forms/select';
import type { Filter, Grouping } from './grouping';

const GROUPINGS = [
  { value: 'day', label: 'By day' },
  { value: 'kind', label: 'By type' },
] as const;
const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
] as const;

/** Returns the filters in the URL. */
export function useNotificationView() {
  const [params, setParams] = useSearchParams();
  const kind = params.get('kind') ?? '';
  const by: Grouping = params.get('by') === 'kind' ? 'kind' : 'day';
  const filter: Filter = {
    kind: isAbout(kind) ? kind : null,
    isUnreadOnly: params.get('show') === 'unread',
  };
  function choose(change: Record<string, string | null>) {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(change))
      if (value === null) next.delete(name);
      else next.set(name, value);
    setParams(next, { replace: true });
  }
  return { by, filter, choose };
}

/** Controls for grouping and filtering the list. */
export function FilterBar({
  view: { by, filter, choose },
  notifications,
}: {
  view: ReturnType<typeof useNotificationView>;
  notifications: readonly Notification[];
}) {
  const present = ABOUTS.filter(
    (about) => about === filter.kind || notifications.some(({ kind }) => kind === about),
  );
  return (
    <div className="mb-6 flex flex-wrap items-center gap-3">
      <Segmented
        label="Group"
        value={by}
        options={GROUPINGS}
        onValueChange={(value) => choose({ by: value === 'day' ? null : value })}
        className="min-w-48 max-sm:w-full"
      />
      <Segmented
        label="Show"
        value={filter.isUnreadOnly ? 'unread' : 'all'}
        options={SHOWN}
        onValueChange={(value) => choose({ show: value === 'all' ? null : value })}
        className="min-w-40 max-sm:w-full"
      />
      <div className="min-w-56 max-sm:w-full">
        <Select
          aria-label="Type"
          className="h-(--h-control)! pointer-coarse:h-(--h-touch)!"
          value={filter.kind ?? ''}
          onChange={(event) => choose({ kind: event.target.value || null })}
        >
          <option value="">All types</option>
          {present.map((about) => (
            <option key={about} value={about}>
              {kindOf(about).title}
            </option>
          ))}
        </Select>
      </div>
    </div>
  );
}
