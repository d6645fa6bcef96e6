import { useState } from 'react';

export type DialogState = { open: boolean; onClose: () => void };

/** Tracks which of several dialogs is open. Spread `dialog(name)` on each dialog. */
export function useDialogs<Name extends string>() {
  const [opened, open] = useState<Name | null>(null);
  const close = () => open(null);
  const dialog = (name: Name): DialogState => ({ open: opened === name, onClose: close });
  return { opened, open, close, dialog };
}
