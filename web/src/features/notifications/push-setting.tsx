import { useMutation, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { onPushPermission, type PushPermission, pushPermission } from '@/entities/notification/push';
import { SwitchRow } from '@/ui/forms/switch-row';
import { notificationMutations } from './mutations';
import { notificationQueries } from './queries';

/** Messages to this browser while no page is open. Nothing where the bank sends none. */
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
      title="Tell this browser while Sandbank is closed"
      words={wasPassedOver ? PASSED_OVER : WORDS[permission]}
      // Without the browser's permission nothing is shown, even with a subscription.
      on={permission === 'granted' && (isSubscribed ?? false)}
      busy={turnOn.isPending || turnOff.isPending}
      disabled={permission === 'denied' || permission === 'unsupported'}
      onChange={(wanted) => (wanted ? turnOn.mutate(publicKey) : turnOff.mutate())}
      className="border-line border-y py-3.5"
    />
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
