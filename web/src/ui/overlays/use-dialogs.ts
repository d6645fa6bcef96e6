import { useState } from 'react';

export type DialogState = { open: boolean; onClose: () => void };

/** Keeps which of several dialogs is open. Spread `dialog(name)` on the dialog. */
export function useDialogs<Name extends string>() {
  const [opened, open] = useState<Name | null>(null);
  const close = () => open(null);
  const dialog = (name: Name): DialogState => ({ open: opened === name, onClose: close });
  return { opened, open, close, dialog };
}
