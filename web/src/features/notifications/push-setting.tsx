import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useSyncExternalStore } from 'react';
import { onPushPermission, type PushPermission, pushPermission } from '@/lib/push';
import { Switch } from '@/ui/switch';
import { notificationMutations } from './mutations';
import { notificationQueries } from './queries';

/** Messages to this browser while no page is open. Nothing where the bank sends none. */
export function PushSetting() {
  const { data: publicKey } = useQuery(notificationQueries.pushKey());
  return publicKey ? <PushSwitch publicKey={publicKey} /> : null;
}

function PushSwitch({ publicKey }: { publicKey: string }) {
  const id = useId();
  const { data: isSubscribed } = useQuery(notificationQueries.pushHere());
  const turnOn = useMutation(notificationMutations.turnPushOn);
  const turnOff = useMutation(notificationMutations.turnPushOff);
  const permission = useSyncExternalStore(onPushPermission, pushPermission);
  const busy = turnOn.isPending || turnOff.isPending;
  const wasPassedOver = turnOn.data === false && permission === 'default';
  function change(wanted: boolean) {
    if (busy) return;
    if (wanted) turnOn.mutate(publicKey);
    else turnOff.mutate();
  }
  return (
    <div className="flex items-center gap-4 border-line border-y py-3.5">
      <span className="min-w-0 flex-1">
        <label htmlFor={id} className="font-medium">
          Tell this browser while Sandbank is closed
        </label>
        <span id={`${id}-words`} aria-live="polite" className="block text-ink-3 text-sm">
          {wasPassedOver ? PASSED_OVER : WORDS[permission]}
        </span>
      </span>
      <Switch
        id={id}
        // Whoever takes the permission back in the browser is told nothing any more, whatever is subscribed.
        checked={permission === 'granted' && (isSubscribed ?? false)}
        disabled={permission === 'denied' || permission === 'unsupported'}
        aria-describedby={`${id}-words`}
        aria-busy={busy || undefined}
        onCheckedChange={change}
        className="disabled:opacity-50"
      />
    </div>
  );
}

const OFFER = 'What happens by itself comes as a message of your system. It ends when you sign out here.';
const PASSED_OVER = 'The browser asked whether it may, and was not answered. Turn it on again to be asked.';
const WORDS: Record<PushPermission, string> = {
  default: OFFER,
  granted: OFFER,
  denied: 'This browser does not allow it, or no longer. You can change that in its settings for this site.',
  unsupported:
    'This browser cannot show such messages. On an iPhone or iPad it can once Sandbank is on the Home Screen.',
};
