import { type ComponentType, lazy, useState } from 'react';
import { lazyPart } from '@/lib/bundle/use-loaded';

/**
 * Creates a component whose code loads on first use, inside a Suspense boundary. Calling `load` in advance
 * avoids the fallback.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> & { load: () => Promise<unknown> } {
  const part = lazyPart(load);
  const Lazy = lazy(async () => ({ default: await part.load() }));
  function Late(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => part.module.get() ?? Lazy);
    return <Shown {...props} />;
  }
  return Object.assign(Late, { load: part.load });
}
