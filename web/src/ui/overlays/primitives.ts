import { Dialog, DropdownMenu, Popover, Tooltip } from 'radix-ui';

/** Overlay components in a separate chunk, loaded on first use. */
export const primitives = { Dialog, DropdownMenu, Popover, Tooltip };
