import { MenuGroup } from '@/ui/overlays/menu';
import { MENU_GROUPS } from './menu-places';
import { PlaceItem } from './place-item';

/** Renders the pages of the More menu that have no icon in the bar. */
export function MenuGroups() {
  return MENU_GROUPS.map(({ name, places }) => (
    <MenuGroup key={name} label={name}>
      {places.map((place) => (
        <PlaceItem key={place.path} place={place} />
      ))}
    </MenuGroup>
  ));
}
