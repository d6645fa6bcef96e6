import { hideAmounts, showAmounts } from '@/lib/privacy-mode';
import { preferences, savePreferences } from '@/lib/storage/preferences';
import { toast } from '@/lib/toast';

/**
 * Applies privacy mode before the first render if the customer turned it on. Alt+P toggles privacy mode. If
 * the customer chose so, amounts are also hidden while the page isn't in front.
 */
export function startPrivacy(): void {
  follow();
  preferences.subscribe(follow);
  for (const event of ['focus', 'blur']) window.addEventListener(event, follow);
  document.addEventListener('visibilitychange', follow);
  document.addEventListener('keydown', (event) => {
    const { altKey, ctrlKey, metaKey, shiftKey, code, repeat } = event;
    if (!altKey || ctrlKey || metaKey || shiftKey || repeat || code !== 'KeyP') return;
    event.preventDefault();
    togglePrivacy();
  });
}

export function togglePrivacy(): void {
  const privacy = !preferences.get().privacy;
  savePreferences({ privacy });
  toast(privacy ? 'Amounts are hidden' : 'Amounts are shown', {
    id: 'privacy',
    description: privacy
      ? 'Hover over or tap an amount to see it. Press Alt+P to show all.'
      : 'Press Alt+P to hide them.',
  });
}

function follow(): void {
  const { privacy, hideWhenAway } = preferences.get();
  if (privacy || (hideWhenAway && !document.hasFocus())) hideAmounts();
  else showAmounts();
}
