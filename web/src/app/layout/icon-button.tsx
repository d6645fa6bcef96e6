import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '@/ui/class-names';
import { Tooltip } from '@/ui/overlays/tooltip';

type IconButtonProps = ComponentProps<'button'> & { icon: LucideIcon; label: string };

/** Renders an icon button in the top bar. Its label appears in the tooltip and is read by screen readers. */
export function IconButton({ icon: Icon, label, className, children, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        aria-label={label}
        className={classNames(
          'relative grid size-9 place-items-center rounded-2 text-ink-2 hover:bg-sunken hover:text-ink pointer-coarse:size-11',
          className,
        )}
        {...rest}
      >
        <Icon className="size-5" />
        {children}
      </button>
    </Tooltip>
  );
}
