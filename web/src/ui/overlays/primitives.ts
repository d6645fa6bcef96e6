import { Dialog, DropdownMenu, Popover, Tooltip } from 'radix-ui';

/** What opens over the page, in a part of its own: no page needs it before something is pressed. */
export const primitives = { Dialog, DropdownMenu, Popover, Tooltip };
