import { DropdownMenu } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names';

type MenuProps = { trigger: ReactNode; align?: 'start' | 'end'; className?: string; children: ReactNode };

/** A menu under its trigger, a button. */
export function Menu({ trigger, align = 'end', className, children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={classNames(
            'z-70 min-w-52 animate-rise rounded-2 border border-line bg-raised p-1.5 shadow-2',
            className,
          )}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export function MenuItem({ className, ...rest }: ComponentProps<typeof DropdownMenu.Item>) {
  return (
    <DropdownMenu.Item
      className={classNames(
        'control-height flex cursor-pointer items-center gap-2.5 rounded-1 px-2.5 text-base outline-none data-[disabled]:cursor-default data-[highlighted]:bg-sunken data-[disabled]:opacity-60',
        className,
      )}
      {...rest}
    />
  );
}

export function MenuLabel({ className, ...rest }: ComponentProps<typeof DropdownMenu.Label>) {
  return (
    <DropdownMenu.Label className={classNames('px-2.5 py-1.5 text-ink-3 text-sm', className)} {...rest} />
  );
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="my-1.5 h-px bg-line" />;
}
