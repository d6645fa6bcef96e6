import { type ComponentType, lazy, useState } from 'react';
import { partOf } from '@/lib/bundle/use-loaded';

/**
 * A component whose code comes when it is first shown, within a Suspense. Who calls `load` before has it drawn at once,
 * without what stands there meanwhile.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> & { load: () => Promise<unknown> } {
  const part = partOf(load);
  const Lazy = lazy(async () => ({ default: await part.load() }));
  function Late(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => part.loaded() ?? Lazy);
    return <Shown {...props} />;
  }
  return Object.assign(Late, { load: part.load });
}
