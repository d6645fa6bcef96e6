import { type ReactNode, type Ref, useEffect } from 'react';
import { setPageTitle } from '@/lib/navigation/page-title';
import { classNames } from './class-names';

type PageProps = {
  /** The heading. Together with the product name, it is also the document's title. */
  title: string;
  /** A line below the heading. */
  description?: ReactNode;
  /** The main action and at most one other action. */
  actions?: ReactNode;
  /** Moves the actions to the bottom on phones, unless the page's items have their own actions. */
  docked?: boolean;
  /** A link above the title to the parent page. */
  above?: ReactNode;
  /** Tabs below the title, to pages that belong together. */
  tabs?: ReactNode;
  wide?: boolean;
  className?: string;
  children: ReactNode;
};

/**
 * The classes that move the main action to the bottom of the window on phones, next to the simulated date.
 * Other actions stay at the top.
 */
export const DOCK =
  'docked max-md:*:data-main:fixed max-md:*:data-main:right-(--gutter) max-md:*:data-main:bottom-[calc(0.625rem+env(safe-area-inset-bottom))] max-md:*:data-main:z-20 max-md:*:data-main:w-(--dock-action) max-md:*:data-main:px-1 max-md:*:data-main:text-sm max-md:*:data-main:leading-tight';

export function Page({
  title,
  description,
  actions,
  docked = true,
  above,
  tabs,
  wide = false,
  className,
  children,
}: PageProps) {
  useTitle(title);
  return (
    <div
      className={classNames(
        'mx-auto w-full px-(--gutter) pt-8 pb-24',
        wide ? 'max-w-360' : 'max-w-296',
        className,
      )}
    >
      {above && <div className="text-sm">{above}</div>}
      <header
        className={classNames(
          tabs ? 'mb-3' : 'mb-8',
          'flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-4',
        )}
      >
        <div>
          <h1 className="text-xl">{title}</h1>
          {description && <p className="mt-0.5 text-ink-2">{description}</p>}
        </div>
        {actions && (
          <div className={classNames('flex gap-2 md:flex-wrap print:hidden', docked && DOCK)}>{actions}</div>
        )}
      </header>
      {tabs}
      {children}
    </div>
  );
}

/** Sets the document's title while the component is mounted. */
export function useTitle(title: string): void {
  useEffect(() => {
    setPageTitle(title);
  }, [title]);
}

type SectionProps = {
  /** The section's id, for hash links. */
  id?: string;
  title: string;
  aside?: ReactNode;
  headerRef?: Ref<HTMLElement>;
  className?: string;
  children: ReactNode;
};

/** Renders a section with a heading. Text or a link can appear to the right of the heading. */
export function Section({ id, title, aside, headerRef, className, children }: SectionProps) {
  return (
    <section id={id} className={classNames('scroll-mt-20', className)}>
      <header ref={headerRef} className="mb-3 flex items-baseline justify-between gap-4">
        <h2 className="text-lg">{title}</h2>
        {aside && <div className="text-ink-3 text-sm">{aside}</div>}
      </header>
      {children}
    </section>
  );
}
