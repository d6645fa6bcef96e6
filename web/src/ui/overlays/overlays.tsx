import { type Ref, useImperativeHandle } from 'react';
import { lazyPart, useLoaded } from '@/lib/bundle/use-loaded';

/** Menus, dialogs, popovers, and tooltips. Loaded when the page is idle or on first use. */
export const overlays = lazyPart(async () => (await import('./primitives')).primitives);

type Overlays = Awaited<ReturnType<typeof overlays.load>>;

/** Preloads the overlays when the customer is about to need them. */
export function prepareOverlays(): void {
  overlays.load().catch((error: unknown) => console.error("We couldn't open this.", error));
}

/** Returns the overlays once they are needed and loaded; null if loading failed. */
export function useOverlays(areNeeded: boolean): Overlays | null | undefined {
  const loaded = useLoaded(overlays, areNeeded);
  return areNeeded ? loaded : undefined;
}

/** Returns the overlays for a component that renders inside one. */
export function getOverlays(): Overlays {
  const loaded = overlays.module.get();
  if (!loaded) throw new Error('This must be inside an overlay.');
  return loaded;
}

/**
 * Registers an existing button as the Radix trigger: the content opens beside it and returns focus to it, and
 * the button keeps its own click handler.
 */
export function AdoptedTrigger({
  element,
  ref,
}: {
  element: HTMLElement | null;
  ref?: Ref<HTMLElement | null>;
}) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => element, [element]);
  return null;
}
