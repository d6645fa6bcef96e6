import { useState } from 'react';

/** Keeps which of several dialogs is open. Spread `dialog(name)` on the dialog. */
export function useDialogs<Name extends string>() {
  const [opened, open] = useState<Name | null>(null);
  const dialog = (name: Name) => ({
    open: opened === name,
    onOpenChange: (isOpen: boolean) => open(isOpen ? name : null),
  });
  return { opened, open, close: () => open(null), dialog };
}
