import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { isPushForbidden, isPushPossible } from '@/lib/push';
import { Switch } from '@/ui/switch';
import { notificationMutations } from './mutations';
import { notificationQueries } from './queries';

/** Messages to this browser while no page is open. Nothing where the bank or the browser has none. */
export function PushSetting() {
  const { data: publicKey } = useQuery({ ...notificationQueries.pushKey(), enabled: isPushPossible() });
  return publicKey ? <PushSwitch publicKey={publicKey} /> : null;
}

function PushSwitch({ publicKey }: { publicKey: string }) {
  const id = useId();
  const { data: isOn } = useQuery(notificationQueries.pushHere());
  const turnOn = useMutation(notificationMutations.turnPushOn);
  const turnOff = useMutation(notificationMutations.turnPushOff);
  const [isForbidden, setForbidden] = useState(isPushForbidden);
  const busy = turnOn.isPending || turnOff.isPending;
  function change(wanted: boolean) {
    if (busy) return;
    if (wanted) turnOn.mutate(publicKey, { onSettled: () => setForbidden(isPushForbidden()) });
    else turnOff.mutate();
  }
  return (
    <div className="flex items-center gap-4 border-line border-y py-3.5">
      <span className="min-w-0 flex-1">
        <label htmlFor={id} className="font-medium">
          Tell this browser while Sandbank is closed
        </label>
        <span id={`${id}-words`} aria-live="polite" className="block text-ink-3 text-sm">
          {isForbidden
            ? 'This browser does not allow it. You can change that in its settings for this site.'
            : 'What happens by itself comes as a message of your system. It ends when you sign out here.'}
        </span>
      </span>
      <Switch
        id={id}
        checked={isOn ?? false}
        disabled={isForbidden}
        aria-describedby={`${id}-words`}
        aria-busy={busy || undefined}
        onCheckedChange={change}
        className="disabled:opacity-50"
      />
    </div>
  );
}
