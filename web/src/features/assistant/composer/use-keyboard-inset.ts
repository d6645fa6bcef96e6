import { useSyncExternalStore } from 'react';

/** How much of the window's lower end the keyboard of a phone covers, in pixels, where it lays itself over the page. */
export function useKeyboardInset(): number {
  return useSyncExternalStore(subscribe, covered, () => 0);
}

function covered(): number {
  const view = window.visualViewport;
  // Zoomed in, the lower end of what is seen says nothing of a keyboard.
  if (!view || view.scale > 1.01) return 0;
  return Math.max(0, Math.round(window.innerHeight - view.height - view.offsetTop));
}

function subscribe(listener: () => void): () => void {
  const view = window.visualViewport;
  view?.addEventListener('resize', listener);
  view?.addEventListener('scroll', listener);
  return () => {
    view?.removeEventListener('resize', listener);
    view?.removeEventListener('scroll', listener);
  };
}
