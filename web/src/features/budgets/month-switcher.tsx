import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { classNames } from '@/ui/class-names';
import { monthAway, monthLong } from './months';

type MonthSwitcherProps = { month: string; first: string; present: string };

const BUTTON = 'grid size-10 place-items-center rounded-2 text-ink-2 hover:bg-sunken pointer-coarse:size-11';

/** Shows the selected month with links to its neighbors. */
export function MonthSwitcher({ month, first, present }: MonthSwitcherProps) {
  return (
    <nav aria-label="Month" className="-ml-2.5 flex items-center">
      <Step to={month > first ? monthAway(month, -1) : null} present={present} label="Previous month">
        <ChevronLeft aria-hidden className="size-5" strokeWidth={1.5} />
      </Step>
      <h2 className="min-w-40 text-center text-lg">{monthLong(month)}</h2>
      <Step to={month < present ? monthAway(month, 1) : null} present={present} label="Next month">
        <ChevronRight aria-hidden className="size-5" strokeWidth={1.5} />
      </Step>
      {month < present && (
        <Link to="/budgets" className="ml-3 text-link text-sm">
          This month
        </Link>
      )}
    </nav>
  );
}

function Step({
  to,
  present,
  label,
  children,
}: {
  to: string | null;
  present: string;
  label: string;
  children: React.ReactNode;
}) {
  if (to === null)
    return (
      <span aria-hidden className={classNames(BUTTON, 'opacity-30 hover:bg-transparent!')}>
        {children}
      </span>
    );
  return (
    <Link
      to={to === present ? '/budgets' : `/budgets?month=${to.slice(0, 7)}`}
      aria-label={label}
      className={BUTTON}
    >
      {children}
    </Link>
  );
}
