import { type Location, useLocation, useNavigate, useSearchParams } from 'react-router';
import { withParameters } from '@/lib/navigation/search-parameters';

/** The state of a history entry that a panel added. */
type PanelState = { panel: string; scrollKey: string };

const getPanelState = ({ state }: Location) => state as PanelState | null;

/**
 * Returns the id of what a panel shows, from the URL, and a function to change it. Opening the panel adds a
 * history entry, so that Back closes it. Choosing something else in an open panel replaces the entry.
 */
export function usePanelParameter(name: string): [string | null, (id: string | null) => void] {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const shown = search.get(name);
  const state = getPanelState(location);
  const isOwnEntry = state?.panel === name;
  function show(id: string | null) {
    if (id === null && isOwnEntry) {
      void navigate(-1);
      return;
    }
    const opens = id !== null && shown === null;
    setSearch((before) => withParameters(before, { [name]: id }), {
      replace: !opens,
      state: opens ? { panel: name, scrollKey: getScrollKey(location) } : state,
      preventScrollReset: true,
    });
  }
  return [shown, show];
}

/** Returns the key of a page's scroll position. A page has the same position with and without its panel. */
export function getScrollKey(location: Location): string {
  return getPanelState(location)?.scrollKey ?? location.key;
}
