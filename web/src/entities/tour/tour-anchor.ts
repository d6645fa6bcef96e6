import { createStore, useStore } from '@/lib/storage/create-store';

/** The elements on the page that tours point at, by name. */
const anchors = createStore<ReadonlyMap<string, HTMLElement>>(new Map());

type AnchorRef = (element: HTMLElement | null) => () => void;

/** One function per name, so that React doesn't attach it again on each render. */
const refs = new Map<string, AnchorRef>();

/** Returns a ref that marks an element as a stop of a tour. */
export function tourAnchor(name: string): AnchorRef {
  const ref = refs.get(name) ?? createRef(name);
  refs.set(name, ref);
  return ref;
}

function createRef(name: string): AnchorRef {
  return (element) => {
    if (element) anchors.set(new Map(anchors.get()).set(name, element));
    return () => {
      const next = new Map(anchors.get());
      if (next.get(name) === element) next.delete(name);
      anchors.set(next);
    };
  };
}

export const useTourAnchors = () => useStore(anchors);
