import { Link } from 'react-router';
import { classNames } from './class-names';

export type Tab = {
  to: string;
  label: string;
  /** A number or figure after the label. */
  count?: number | string;
};

type TabsProps = {
  /** The name of the tab bar for screen readers, such as "Card sections". */
  label: string;
  tabs: readonly Tab[];
  /** The `to` of the page that is shown. */
  current: string;
  /** Keeps the scroll position, for tabs in the middle of a page. */
  preventScrollReset?: boolean;
  className?: string;
};

/** Renders links between pages that belong together. On phones, the bar scrolls sideways. */
export function Tabs({ label, tabs, current, preventScrollReset, className }: TabsProps) {
  return (
    <nav
      aria-label={label}
      className={classNames(
        '-mx-(--gutter) mb-8 overflow-x-auto border-line border-b px-(--gutter) [scrollbar-width:none] md:mx-0 md:px-0 print:hidden',
        className,
      )}
    >
      <ul className="flex w-max gap-6 pr-(--gutter) md:gap-8 md:pr-0">
        {tabs.map(({ to, label: name, count }) => (
          <li key={to}>
            <Link
              to={to}
              preventScrollReset={preventScrollReset}
              ref={to === current ? scrollIntoView : undefined}
              aria-current={to === current ? 'page' : undefined}
              className={classNames(
                'inline-flex min-h-11 items-center gap-1.5 whitespace-nowrap border-b-2 font-medium focus-visible:-outline-offset-2',
                to === current
                  ? 'border-accent text-ink'
                  : 'border-transparent text-ink-2 hover:border-line-strong',
              )}
            >
              {name}
              {count !== undefined && <span className="figures font-normal text-ink-3">{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Scrolls the current tab into view on phones, without moving the page. */
function scrollIntoView(link: HTMLAnchorElement | null): void {
  const bar = link?.closest('nav');
  if (link && bar) bar.scrollLeft = link.offsetLeft - (bar.clientWidth - link.offsetWidth) / 2;
}
