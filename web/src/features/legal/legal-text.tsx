import type { ReactNode } from 'react';

/** Renders running text with a readable line length. */
export function LegalText({ children }: { children: ReactNode }) {
  return (
    <div className="max-w-170 [&>h2]:mt-8 [&>h2]:mb-2 [&>h2]:text-lg [&>p]:mb-3 [&>p]:text-ink-2 [&>ul]:mb-3 [&>ul]:list-disc [&>ul]:space-y-1 [&>ul]:pl-5 [&>ul]:text-ink-2">
      {children}
    </div>
  );
}
