import { useEffect, useSyncExternalStore } from 'react';
import { useLoaded } from '@/lib/bundle/use-loaded';
import { runWhenIdle } from '@/lib/bundle/when-idle';
import { useTheme } from '@/lib/theme';
import { areToastsWanted, onToastsWanted, showToasts, toasts } from '@/lib/toast';

type Sonner = Awaited<ReturnType<typeof toasts.load>>;

/** Where toasts appear: as soon as one is told, or all is calm. Their defaults are the specification's: 4000 ms, 3 visible. */
export function Toasts() {
  const areWanted = useSyncExternalStore(onToastsWanted, areToastsWanted, () => false);
  const sonner = useLoaded(toasts, areWanted);
  useEffect(() => runWhenIdle(() => void toasts.load().catch(() => {})), []);
  return sonner ? <Shown sonner={sonner} /> : null;
}

/**
 * Returns the focus as soon as a toast's button is pressed. The library would do so only after the toast
 * disappears, when the customer may already type elsewhere.
 */
function Shown({ sonner: { Toaster, toast } }: { sonner: Sonner }) {
  const [theme] = useTheme();
  // After the toaster's own effect, which begins to listen.
  useEffect(() => showToasts(toast), [toast]);
  useEffect(() => {
    document.addEventListener('click', giveFocusBack);
    return () => document.removeEventListener('click', giveFocusBack);
  }, []);
  return <Toaster position="top-right" theme={theme} closeButton />;
}

function giveFocusBack(): void {
  const { activeElement } = document;
  // A message that loses the focus gives it to where it came from.
  if (activeElement instanceof HTMLElement && activeElement.closest('[data-sonner-toast]'))
    activeElement.blur();
}
