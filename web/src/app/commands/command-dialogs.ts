import { createStore } from '@/lib/storage/create-store';

/** The open dialog: the search, or the list of all keyboard shortcuts. */
export const commandDialog = createStore<'search' | 'shortcuts' | null>(null);

export const openSearch = () => commandDialog.set('search');

const IS_APPLE = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);

/** The modifier of shortcuts such as Ctrl+K, as written on the customer's keyboard. */
export const MODIFIER = IS_APPLE ? '⌘' : 'Ctrl';
export const OPTION = IS_APPLE ? '⌥' : 'Alt';
