import type { ReactNode } from 'react';
import { NetWorthLine } from './net-worth-line';

export function Hero({ actions }: { actions: ReactNode }) {
  return (
    <section className="overflow-hidden">
      <div className="mx-auto max-w-296 px-(--gutter) pt-14 md:pt-20">
        <p className="mb-4 font-semibold text-accent-ink text-sm">A banking simulator</p>
        <h1 className="max-w-180 font-bold text-4xl">A real bank. Pretend money.</h1>
        <p className="mt-5 max-w-150 text-ink-2 text-lg">
          Experience modern banking with a comprehensive financial simulator. Manage accounts, credit cards,
          loans and track spending.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">{actions}</div>
      </div>
      <NetWorthLine />
    </section>
  );
}
