import { type Ref, useEffect, useImperativeHandle, useSyncExternalStore } from 'react';
import { lazyPart } from '@/lib/bundle/use-loaded';

/** Menus, dialogs, popovers, and tooltips. Loaded when the page is idle or on first use. */
export const overlays = lazyPart(async () => (await import('./primitives')).primitives);

type Overlays = Awaited<ReturnType<typeof overlays.load>>;

/** Preloads the overlays when the customer is about to need them. */
export function prepareOverlays(): void {
  overlays.load().catch((error: unknown) => console.error("We couldn't open this.", error));
}

/** Returns the overlays once they are needed and loaded; null if loading failed. */
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

/** Renders its children once the overlays are loaded. */
export function openOverlays(): Overlays {
  const come = overlays.loaded();
  if (!come) throw new Error('This must be inside an overlay.');
  return come;
}

/**
 * Registers an existing button as the Radix trigger: the content opens beside it and returns focus to it, and
 * the button keeps its own click handler.
 */
export function CardStatus({ element, ref }: { element: HTMLElement | null; ref?: Ref<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => element, [element]);
  return null;
}
