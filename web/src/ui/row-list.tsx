import { ChevronRight } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from './class-names';

export function RowList({ label, className, ...rest }: ComponentProps<'ul'> & { label?: string }) {
  return (
    <ul
      aria-label={label}
      data-rows
      className={classNames('divide-y divide-line border-line border-t', className)}
      {...rest}
    />
  );
}

type RowProps = {
  icon?: ReactNode;
  title: ReactNode;
  /** The secondary line. */
  detail?: ReactNode;
  /** An amount on the right, with an optional line below it. */
  end?: ReactNode;
  to?: string;
  onClick?: () => void;
  selected?: boolean;
  /** Wraps long text instead of cutting it. */
  wraps?: boolean;
  className?: string;
};

export function Row({
  icon,
  title,
  detail,
  end,
  to,
  onClick,
  selected = false,
  wraps = false,
  className,
}: RowProps) {
  const classes = classNames(
    'flex min-h-13 items-center gap-3 py-2.5 text-left',
    to || onClick ? '-mx-2.5 w-[calc(100%+1.25rem)] rounded-2 px-2.5' : 'w-full',
    selected ? 'bg-accent-soft' : (to || onClick) && 'hover:bg-sunken',
    className,
  );
  return (
    <RowTarget to={to} onClick={onClick} className={classes}>
      {icon && <span className="grid size-5 shrink-0 place-items-center text-ink-2">{icon}</span>}
      <span className="min-w-0 flex-1">
        <span className={classNames('block font-medium', wraps ? 'break-words' : 'truncate')}>{title}</span>
        {detail && (
          <span className={classNames('text-ink-3 text-sm', wraps ? 'block break-words' : 'line-clamp-2')}>
            {detail}
          </span>
        )}
      </span>
      {end && <span className="shrink-0 text-right">{end}</span>}
      {to && !end && <ChevronRight className="size-5 text-ink-3" />}
    </RowTarget>
  );
}

type RowTargetProps = Pick<ComponentProps<'button'>, 'onClick' | 'className' | 'children'> & {
  to: string | undefined;
};

/** Renders a row as a link, a button, or plain content. */
function RowTarget({ to, onClick, className, children }: RowTargetProps) {
  return (
    <li>
      {to ? (
        <Link to={to} className={className}>
          {children}
        </Link>
      ) : onClick ? (
        <button type="button" onClick={onClick} className={className}>
          {children}
        </button>
      ) : (
        <div className={className}>{children}</div>
      )}
    </li>
  );
}

type ActionRowProps = Pick<RowProps, 'icon' | 'title' | 'detail' | 'to' | 'onClick'>;

/** Renders a row that opens a dialog or a page. Its text can wrap. */
export function ActionRow({ icon, title, detail, to, onClick }: ActionRowProps) {
  return (
    <RowTarget
      to={to}
      onClick={onClick}
      className="-mx-2.5 flex min-h-16 w-[calc(100%+1.25rem)] items-center gap-3 rounded-2 px-2.5 py-2.5 text-left hover:bg-sunken"
    >
      <span className="grid size-5 shrink-0 place-items-center text-ink-2">{icon}</span>
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{title}</span>
        <span className="block text-ink-3 text-sm">{detail}</span>
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-3" strokeWidth={1.5} />
    </RowTarget>
  );
}
