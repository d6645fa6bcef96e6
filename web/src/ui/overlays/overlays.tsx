import { type Ref, useImperativeHandle } from 'react';
import { lazyPart, useLoaded } from '@/lib/bundle/use-loaded';

/** Menus, dialogs, popovers, and tooltips. They load on first use or when the page is idle. */
export const overlays = lazyPart(async () => (await import('./primitives')).primitives);

type Overlays = Awaited<ReturnType<typeof overlays.load>>;

/** Starts loading the overlays shortly before the customer needs them. */
export function prepareOverlays(): void {
  overlays.load().catch((error: unknown) => console.error('Failed to load the menus and dialogs', error));
}

/**
 * Returns the overlays and loads them when they are needed. Returns undefined until they are loaded, or null
 * if loading failed.
 */
export function useOverlays(areNeeded: boolean): Overlays | null | undefined {
  const loaded = useLoaded(overlays, areNeeded);
  return areNeeded ? loaded : undefined;
}

/** Returns the loaded overlays. Throws if the component isn't inside an overlay. */
export function getOverlays(): Overlays {
  const loaded = overlays.module.get();
  if (!loaded) throw new Error('This component must be inside an overlay.');
  return loaded;
}

type TriggerProps = { element: HTMLElement | null; ref?: Ref<HTMLElement | null> };

/**
 * Registers an existing button as the Radix trigger. The content opens next to the button and returns the
 * focus to the button. The button keeps its own click handler.
 */
export function AdoptedTrigger({ element, ref }: TriggerProps) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => element, [element]);
  return null;
}
