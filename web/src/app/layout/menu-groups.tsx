import { MenuGroup } from '@/ui/overlays/menu';
import { MENU_GROUPS } from './menu-pages';
import { PageItem } from './page-item';

/** Renders the pages of the More menu that have no icon in the bar. */
export function MenuGroups() {
  return MENU_GROUPS.map(({ name, pages }) => (
    <MenuGroup key={name} label={name}>
      {pages.map((page) => (
        <PageItem key={page.path} page={page} />
      ))}
    </MenuGroup>
  ));
}
