import { classNames } from '@/ui/class-names';

/** Renders the logo, a sandbank above water, and the product's name. */
export function Logo({ className }: { className?: string }) {
  return (
    <span className={classNames('flex items-center gap-2 font-bold tracking-title', className)}>
      <svg
        aria-hidden="true"
        viewBox="0 0 28 20"
        className="h-5 w-7 text-accent-ink"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M2 12.500c4 0 5.500-9 12-9s8 9 12 9" />
        <path d="M2 17.500c2 0 2-1.500 4-1.500s2 1.500 4 1.500 2-1.500 4-1.500 2 1.500 4 1.500 2-1.500 4-1.500 2 1.500 4 1.500" />
      </svg>
      <span>Sandbank</span>
    </span>
  );
}
