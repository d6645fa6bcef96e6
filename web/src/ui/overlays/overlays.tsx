import { type Ref, useEffect, useImperativeHandle, useSyncExternalStore } from 'react';
import { lazyPart } from '@/lib/bundle/use-loaded';

/** Menus, dialogs, popovers and tooltips: loaded when all is calm, or when the first is wanted. */
export const overlays = lazyPart(async () => (await import('./primitives')).primitives);

type Overlays = Awaited<ReturnType<typeof overlays.load>>;

/** Asks for them ahead, where somebody is about to want them. */
export function prepareOverlays(): void {
  overlays.load().catch((error: unknown) => console.error("We couldn't open this.", error));
}

/** They, once they are wanted and have come; null when they could not be loaded. Who does not want them hears nothing of it. */
export function useOverlays(areWanted: boolean): Overlays | null | undefined {
  useEffect(() => {
    if (areWanted && !overlays.loaded()) prepareOverlays();
  }, [areWanted]);
  return useSyncExternalStore(
    overlays.subscribe,
    () => (areWanted ? overlays.loaded() : undefined),
    () => undefined,
  );
}

/** They, within what is shown only when they have come. */
export function openOverlays(): Overlays {
  const come = overlays.loaded();
  if (!come) throw new Error('This must be inside an overlay.');
  return come;
}

/**
 * Tells Radix of a button that stands already as if it had drawn it: what opens is placed beside that button, leaves
 * its presses to it and gives the focus back to it.
 */
export function Standing({ element, ref }: { element: HTMLElement | null; ref?: Ref<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => element, [element]);
  return null;
}
