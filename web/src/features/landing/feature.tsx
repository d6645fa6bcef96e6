import type { ReactNode } from 'react';
import { classNames } from '@/ui/class-names';

/** One of the six features: its name, a sentence, and a small live piece of it. */
export function Feature({
  title,
  text,
  className,
  children,
}: {
  title: string;
  text: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section className={classNames('min-w-0', className)}>
      <div>
        <h2 className="text-xl">{title}</h2>
        <p className="mt-2 mb-6 max-w-120 text-ink-2">{text}</p>
      </div>
      {children}
    </section>
  );
}
