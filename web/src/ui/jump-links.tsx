import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';

type JumpLinksProps = {
  /** The name of the index for screen readers, such as "Letters". */
  label: string;
  links: readonly { id: string; name: string }[];
};

/**
 * Scrolls to the element in the URL's hash and focuses it, also after a repeated click on the same link. Returns
 * the element's id; empty if there is none.
 */
export function useHashTarget(block?: ScrollLogicalPosition): string {
  const location = useLocation();
  useEffect(() => {
    const target = location.hash === '' ? null : document.getElementById(location.hash.slice(1));
    target?.scrollIntoView({ ...(block && { block }) });
    target?.focus({ preventScroll: true });
  }, [location, block]);
  return location.hash.slice(1);
}

/** Renders an index of a long page that stays visible while the page scrolls. On phones, it scrolls sideways. */
export function JumpLinks({ label, links }: JumpLinksProps) {
  return (
    <div className="sticky top-14 z-10 -mx-(--gutter) border-line border-b bg-canvas px-(--gutter) md:top-24 md:mx-0 md:px-0 print:hidden">
      <nav aria-label={label} className="-mx-2 overflow-x-auto [scrollbar-width:none]">
        <ul className="flex w-max gap-1">
          {links.map(({ id, name }) => (
            <li key={id}>
              <Link
                to={`#${id}`}
                preventScrollReset
                replace
                className="grid min-h-11 min-w-5 place-items-center whitespace-nowrap rounded-1 px-2 font-medium text-ink-2 hover:bg-sunken focus-visible:-outline-offset-2"
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
