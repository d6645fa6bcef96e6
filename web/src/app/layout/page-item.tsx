import { Link } from 'react-router';
import { MenuItem } from '@/ui/overlays/menu';
import type { Page } from './navigation';

/** Renders a page's link in the More menu. */
export function PageItem({ page, className }: { page: Page; className?: string | undefined }) {
  return (
    <MenuItem asChild className={className}>
      <Link to={page.path}>
        <page.icon className="size-5" /> {page.name}
      </Link>
    </MenuItem>
  );
}
