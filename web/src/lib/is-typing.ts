/** Returns true if a key press goes into a field, so that it isn't a shortcut. */
export function isTyping({ target }: Event): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches(
      'input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable=true]',
    )
  );
}
