import { Link } from 'react-router';
import { classNames } from '@/ui/class-names';
import { getPath, PARTS, type PartSlug } from './parts';

/** Tabs for the five sections of a card. Scrolls sideways on phones. */
export function PartNav({ cardId, part }: { cardId: string; part: PartSlug }) {
  return (
    <nav
      aria-label="Card sections"
      className="-mx-(--gutter) mb-8 overflow-x-auto border-line border-b px-(--gutter) [scrollbar-width:none] md:mx-0 md:px-0"
    >
      <ul className="flex w-max gap-6 pr-(--gutter) md:gap-8 md:pr-0">
        {PARTS.map(({ slug, label }) => (
          <li key={slug}>
            <Link
              to={getPath(cardId, slug)}
              preventScrollReset
              ref={slug === part ? bringIntoView : undefined}
              aria-current={slug === part ? 'page' : undefined}
              className={classNames(
                'inline-flex min-h-11 items-center whitespace-nowrap border-b-2 font-medium focus-visible:-outline-offset-2',
                slug === part
                  ? 'border-accent text-ink'
                  : 'border-transparent text-ink-2 hover:border-line-strong',
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Scrolls the selected tab into view on phones. */
function bringIntoView(link: HTMLAnchorElement | null): void {
  link?.scrollIntoView({ block: 'nearest', inline: 'center' });
}
