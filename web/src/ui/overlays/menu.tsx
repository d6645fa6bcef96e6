import { Ellipsis, type LucideIcon } from 'lucide-react';
import { type DropdownMenu, Slot } from 'radix-ui';
import {
  type ComponentProps,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { classNames } from '../class-names';
import { AdoptedTrigger, getOverlays, prepareOverlays, useOverlays } from './overlays';

type MenuProps = { trigger: ReactNode; align?: 'start' | 'end'; className?: string; children: ReactNode };

/** Keys that open the menu from its button. The first two also close it. */
const KEYS = ['Enter', ' ', 'ArrowDown'];

/** Renders a menu below its button. Its code loads on first use. */
export function Menu({ trigger, align = 'end', className, children }: MenuProps) {
  const [button, setButton] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState(false);
  const [isUsed, setIsUsed] = useState(false);
  const openedByKey = useRef(false);
  const id = useId();
  const radix = useOverlays(isUsed);
  const change = (next: boolean, byKey: boolean) => {
    openedByKey.current = byKey;
    setIsUsed(true);
    setOpen(next);
    prepareOverlays();
  };
  const isShown = open && Boolean(radix);
  return (
    <>
      <Slot.Root
        ref={setButton}
        id={id}
        aria-haspopup="menu"
        aria-expanded={isShown}
        aria-controls={isShown ? `${id}menu` : undefined}
        data-state={isShown ? 'open' : 'closed'}
        onPointerEnter={prepareOverlays}
        onFocus={prepareOverlays}
        onPointerDown={(event: PointerEvent) => {
          if (event.button !== 0 || event.ctrlKey) return;
          change(!open, false);
          // Prevents the click from moving the focus back to the button.
          if (!open) event.preventDefault();
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (!KEYS.includes(event.key)) return;
          event.preventDefault();
          change(event.key === 'ArrowDown' || !open, true);
        }}
      >
        {trigger}
      </Slot.Root>
      {radix && (
        <radix.DropdownMenu.Root modal={false} open={open} onOpenChange={setOpen}>
          <radix.DropdownMenu.Trigger asChild>
            <AdoptedTrigger element={button} />
          </radix.DropdownMenu.Trigger>
          <radix.DropdownMenu.Portal>
            <radix.DropdownMenu.Content
              id={`${id}menu`}
              aria-labelledby={id}
              align={align}
              sideOffset={6}
              collisionPadding={8}
              className={classNames(
                'z-70 min-w-52 animate-rise rounded-2 border border-line bg-raised p-1.5 shadow-2',
                className,
              )}
            >
              {children}
              <FirstItemFocus menuId={`${id}menu`} isByKey={openedByKey} />
            </radix.DropdownMenu.Content>
          </radix.DropdownMenu.Portal>
        </radix.DropdownMenu.Root>
      )}
    </>
  );
}

type MoreMenuProps = { label: string; className: string; align?: 'start' | 'end'; children: ReactNode };

/** Renders a menu that opens from a button with three dots. `className` applies to the button. */
export function MoreMenu({ label, className, align, children }: MoreMenuProps) {
  const trigger = (
    <button
      type="button"
      aria-label={label}
      className={classNames('grid shrink-0 place-items-center rounded-2 hover:bg-sunken', className)}
    >
      <Ellipsis className="size-5" />
    </button>
  );
  return (
    <Menu trigger={trigger} align={align}>
      {children}
    </Menu>
  );
}

/** Focuses the first item of a menu opened by keyboard. Radix loads too late to handle that key press. */
function FirstItemFocus({ menuId, isByKey }: { menuId: string; isByKey: { readonly current: boolean } }) {
  useEffect(() => {
    if (!isByKey.current) return;
    const frame = requestAnimationFrame(() => {
      const menu = document.getElementById(menuId);
      // Moves the focus only if no element inside the menu has it yet.
      if (menu && document.activeElement === menu)
        menu.querySelector<HTMLElement>('[role^="menuitem"]:not([data-disabled])')?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [menuId, isByKey]);
  return null;
}

export function MenuItem({ className, ...rest }: ComponentProps<typeof DropdownMenu.Item>) {
  const { Item } = getOverlays().DropdownMenu;
  return (
    <Item
      className={classNames(
        'control-height flex cursor-pointer items-center gap-2.5 rounded-1 px-2.5 text-base outline-none data-[disabled]:cursor-default data-[highlighted]:bg-sunken data-[disabled]:opacity-60',
        className,
      )}
      {...rest}
    />
  );
}

type MenuActionProps = { icon: LucideIcon; label: ReactNode; onSelect: () => void };

export function MenuAction({ icon: Icon, label, onSelect }: MenuActionProps) {
  return (
    <MenuItem onSelect={onSelect}>
      <Icon className="size-5" /> {label}
    </MenuItem>
  );
}

export function MenuLabel({ className, ...rest }: ComponentProps<typeof DropdownMenu.Label>) {
  const { Label } = getOverlays().DropdownMenu;
  return <Label className={classNames('px-2.5 py-1.5 text-ink-3 text-sm', className)} {...rest} />;
}

/** Renders items below a label. */
export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  const { Group } = getOverlays().DropdownMenu;
  return (
    <Group
      aria-label={label}
      className="[[role=group]+&]:mt-1.5 [[role=group]+&]:border-line [[role=group]+&]:border-t [[role=group]+&]:pt-1"
    >
      <MenuLabel aria-hidden>{label}</MenuLabel>
      {children}
    </Group>
  );
}

export function MenuSeparator() {
  const { Separator } = getOverlays().DropdownMenu;
  return <Separator className="my-1.5 h-px bg-line" />;
}
