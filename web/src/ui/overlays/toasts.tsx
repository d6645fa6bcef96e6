import { useEffect, useSyncExternalStore } from 'react';
import { useLoaded } from '@/lib/bundle/use-loaded';
import { runWhenIdle } from '@/lib/bundle/when-idle';
import { useTheme } from '@/lib/theme';
import { areToastsWanted, onToastsWanted, showToasts, toasts } from '@/lib/toast';

type Sonner = Awaited<ReturnType<typeof toasts.load>>;

/**
 * Renders toasts once the first one is shown or the page is idle. The specification sets 4000 ms and 3
 * visible toasts.
 */
export function Toasts() {
  const areWanted = useSyncExternalStore(onToastsWanted, areToastsWanted, () => false);
  const sonner = useLoaded(toasts, areWanted);
  useEffect(() => runWhenIdle(() => void toasts.load().catch(() => {})), []);
  return sonner ? <Shown sonner={sonner} /> : null;
}

/**
 * Returns the focus as soon as a toast's button is pressed. The library does so only after the toast
 * disappears, when the customer may already be typing elsewhere.
 */
function Shown({ sonner: { Toaster, toast } }: { sonner: Sonner }) {
  const [theme] = useTheme();
  // Runs after the toaster's own effect.
  useEffect(() => showToasts(toast), [toast]);
  useEffect(() => {
    document.addEventListener('click', giveFocusBack);
    return () => document.removeEventListener('click', giveFocusBack);
  }, []);
  return <Toaster position="top-right" theme={theme} closeButton />;
}

function giveFocusBack(): void {
  const { activeElement } = document;
  // A toast that loses focus returns it to the previous element.
  if (activeElement instanceof HTMLElement && activeElement.closest('[data-sonner-toast]'))
    activeElement.blur();
}
