import { useEffect } from 'react';
import { lazyPart } from '@/lib/bundle/use-loaded';
import { createStore } from '@/lib/storage/create-store';

/** The search and the keyboard shortcuts, loaded after the page so that the first page stays small. */
export const commands = lazyPart(() => import('./commands'));

/** The open dialog: the search, or the list of all keyboard shortcuts. */
export const commandDialog = createStore<'search' | 'shortcuts' | null>(null);

export const openSearch = () => commandDialog.set('search');

/** Opens the search with Ctrl+K or ⌘K. */
export function useSearchKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (key.toLowerCase() !== 'k' || !(ctrlKey || metaKey) || altKey || shiftKey) return;
      event.preventDefault();
      openSearch();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

const IS_APPLE = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);

/** The modifier of shortcuts such as Ctrl+K, as written on the customer's keyboard. */
export const MODIFIER = IS_APPLE ? '⌘' : 'Ctrl';
export const OPTION = IS_APPLE ? '⌥' : 'Alt';
