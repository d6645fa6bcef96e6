import { type RefObject, useEffect } from 'react';

/** `/` leads to the question from anywhere on the page but a field. */
export function useComposerKey(input: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : null;
      const isTyping = target?.closest(
        'input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=dialog], [role=menu]',
      );
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      input.current?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [input]);
}
