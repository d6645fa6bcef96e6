import { Link } from 'react-router';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';

/** A new customer: one sentence, one picture, one thing to do. */
export function Welcome() {
  return (
    <EmptyState
      title="Your bank is empty, and ready."
      picture={<Shore />}
      action={
        <Button asChild variant="primary" size="lg">
          <Link to="/create-account">Open an account</Link>
        </Button>
      }
    >
      Open a first account and put pretend money into it. Everything you do from then on is entered on both
      sides and adds up to the cent.
    </EmptyState>
  );
}

/** A bare sandbank at low tide. */
function Shore() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 320 120"
      className="w-80 max-w-full"
      fill="none"
      strokeWidth="2"
      strokeLinecap="round"
    >
      <path d="M20 84c44 0 62-52 140-52s96 52 140 52" stroke="var(--ink)" />
      <path d="M64 84c30 0 44-30 96-30s66 30 96 30" stroke="var(--line-strong)" />
      <path d="M108 84c16 0 26-12 52-12s36 12 52 12" stroke="var(--line-strong)" />
      <path
        d="M20 104c12 0 12-7 24-7s12 7 24 7 12-7 24-7 12 7 24 7 12-7 24-7 12 7 24 7 12-7 24-7 12 7 24 7 12-7 24-7 12 7 24 7 12-7 24-7 12 7 24 7"
        stroke="var(--accent)"
        strokeDasharray="5 5"
      />
    </svg>
  );
}
