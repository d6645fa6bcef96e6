import { Dialog, DropdownMenu, Popover, Tooltip } from 'radix-ui';
import { ToastList } from './toast-list';

/** Overlay components in a separate chunk that loads on first use. */
export const primitives = { Dialog, DropdownMenu, Popover, Tooltip, ToastList };
