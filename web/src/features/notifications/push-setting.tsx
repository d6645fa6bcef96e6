import { useMutation, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { onPushPermission, type PushPermission, pushPermission } from '@/entities/notification/push';
import { SwitchRow } from '@/ui/forms/switch-row';
import { notificationMutations } from './mutations';
import { notificationQueries } from './queries';

/** The switch for push notifications. Hidden if the bank sends none. */
export function PushSetting() {
  const { data: publicKey } = useQuery(notificationQueries.pushKey());
  return publicKey ? <PushSwitch publicKey={publicKey} /> : null;
}

function PushSwitch({ publicKey }: { publicKey: string }) {
  const { data: isSubscribed } = useQuery(notificationQueries.pushHere());
  const turnOn = useMutation(notificationMutations.turnPushOn);
  const turnOff = useMutation(notificationMutations.turnPushOff);
  const permission = useSyncExternalStore(onPushPermission, pushPermission);
  const wasPassedOver = turnOn.data === false && permission === 'default';
  return (
    <SwitchRow
      title="Browser notifications"
      words={wasPassedOver ? PASSED_OVER : WORDS[permission]}
      // Without the browser's permission nothing arrives, even with a subscription.
      on={permission === 'granted' && (isSubscribed ?? false)}
      busy={turnOn.isPending || turnOff.isPending}
      disabled={permission === 'denied' || permission === 'unsupported'}
      onChange={(wanted) => (wanted ? turnOn.mutate(publicKey) : turnOff.mutate())}
      className="border-line border-y py-3.5"
    />
  );
}

const OFFER = 'Get notifications on this device when Sandbank is closed. They stop when you sign out.';
const PASSED_OVER = 'Your browser is waiting for permission. Turn this on again to answer.';
const WORDS: Record<PushPermission, string> = {
  default: OFFER,
  granted: OFFER,
  denied: "Notifications are blocked. Allow them in your browser's settings for this site.",
  unsupported:
    "This browser doesn't support notifications. On iPhone or iPad, add Sandbank to your Home Screen first.",
};
