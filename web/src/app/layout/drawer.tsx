import { useState } from 'react';
import { lazyPart, useLoaded } from '@/lib/bundle/use-loaded';
import { useReturnFocus } from '@/ui/overlays/use-return-focus';

export const drawerPanel = lazyPart(() => import('./drawer-panel'));

type DrawerProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** The menu of small screens. Wider ones have nothing of it. */
export function Drawer({ open, onOpenChange }: DrawerProps) {
  const [wasOpened, setWasOpened] = useState(false);
  if (open && !wasOpened) setWasOpened(true);
  const returnFocus = useReturnFocus(open);
  const part = useLoaded(drawerPanel, wasOpened);
  if (!part || !wasOpened) return null;
  return <part.DrawerPanel open={open} onOpenChange={onOpenChange} returnFocus={returnFocus} />;
}
