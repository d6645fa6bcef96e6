import { Slot } from 'radix-ui';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { classNames } from '../class-names';
import { AdoptedTrigger, prepareOverlays, useOverlays } from './overlays';

type PopoverProps = Pick<ComponentProps<'div'>, 'aria-label' | 'aria-labelledby' | 'className'> & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The button, rendered before Radix loads. */
  trigger: ReactNode;
  align: 'start' | 'end';
  sideOffset: number;
  collisionPadding: number;
  children: ReactNode;
};

/** Renders a popover next to its button. Its content loads when it first opens. */
export function Popover({
  open,
  onOpenChange,
  trigger,
  align,
  sideOffset,
  collisionPadding,
  className,
  children,
  ...label
}: PopoverProps) {
  const [button, setButton] = useState<HTMLElement | null>(null);
  const [isUsed, setIsUsed] = useState(open);
  if (open && !isUsed) setIsUsed(true);
  const id = useId();
  const radix = useOverlays(isUsed);
  const isShown = open && Boolean(radix);
  return (
    <>
      <Slot.Root
        ref={setButton}
        aria-haspopup="dialog"
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        data-state={isShown ? 'open' : 'closed'}
        onPointerEnter={prepareOverlays}
        onFocus={prepareOverlays}
        onClick={() => {
          prepareOverlays();
          onOpenChange(!open);
        }}
      >
        {trigger}
      </Slot.Root>
      {radix && (
        <radix.Popover.Root open={open} onOpenChange={onOpenChange}>
          <radix.Popover.Trigger asChild>
            <AdoptedTrigger element={button} />
          </radix.Popover.Trigger>
          <radix.Popover.Portal>
            <radix.Popover.Content
              id={id}
              {...label}
              align={align}
              sideOffset={sideOffset}
              collisionPadding={collisionPadding}
              className={classNames(
                'z-70 animate-rise rounded-2 border border-line bg-raised shadow-2',
                className,
              )}
            >
              {children}
            </radix.Popover.Content>
          </radix.Popover.Portal>
        </radix.Popover.Root>
      )}
    </>
  );
}
