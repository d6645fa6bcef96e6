import { Link } from 'react-router';
import { MenuItem } from '@/ui/overlays/menu';
import type { Place } from './navigation';

/** Renders a page's link in the More menu. */
export function PlaceItem({ place, className }: { place: Place; className?: string | undefined }) {
  return (
    <MenuItem asChild className={className}>
      <Link to={place.path}>
        <place.icon className="size-5" /> {place.name}
      </Link>
    </MenuItem>
  );
}
