import type { LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { Tooltip } from '@/ui/overlays/tooltip';

/** A link of the bar that shows only an icon. */
export function IconLink({ icon: Icon, label, to }: { icon: LucideIcon; label: string; to: string }) {
  return (
    <Tooltip text={label}>
      <Link
        to={to}
        aria-label={label}
        className="grid size-10 place-items-center rounded-2 text-ink-2 hover:bg-sunken hover:text-ink"
      >
        <Icon aria-hidden className="size-5" strokeWidth={1.5} />
      </Link>
    </Tooltip>
  );
}
