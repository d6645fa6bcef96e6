import { useEffect } from 'react';
import { lazyPart, useLoaded } from '@/lib/bundle/use-loaded';
import { runWhenIdle } from '@/lib/bundle/when-idle';
import { useStore } from '@/lib/storage/create-store';
import { useReturnFocus } from '@/ui/overlays/use-return-focus';
import { commandDialog } from './command-dialogs';
import { useShortcuts } from './use-shortcuts';

const searchDialog = lazyPart(() => import('./search-dialog'));
const shortcutsDialog = lazyPart(() => import('./shortcuts-dialog'));

function prepareDialogs(): void {
  for (const part of [searchDialog, shortcutsDialog]) part.load().catch(() => {});
}

const close = () => commandDialog.set(null);

/** Handles the shortcuts of every page, and renders the search and the list of shortcuts when they are open. */
export function Commands() {
  useShortcuts();
  const opened = useStore(commandDialog);
  const search = useLoaded(searchDialog, opened === 'search');
  const shortcuts = useLoaded(shortcutsDialog, opened === 'shortcuts');
  const returnFocus = useReturnFocus(opened === 'search');
  useEffect(() => {
    runWhenIdle(prepareDialogs);
    return close;
  }, []);
  if (opened === 'search' && search) return <search.SearchDialog onClose={close} returnFocus={returnFocus} />;
  if (opened === 'shortcuts' && shortcuts) return <shortcuts.ShortcutsDialog onClose={close} />;
  return null;
}
