import { useEffect } from 'react';
import { Toaster, type ToasterProps } from 'sonner';

/**
 * The messages over the page. Whoever presses a button of one gets the focus back at once: the library alone would give
 * it back when the message has gone, also to somebody who has begun to type elsewhere by then.
 */
export function Toasts(props: ToasterProps) {
  useEffect(() => {
    document.addEventListener('click', giveFocusBack);
    return () => document.removeEventListener('click', giveFocusBack);
  }, []);
  return <Toaster {...props} />;
}

function giveFocusBack(): void {
  const { activeElement } = document;
  // A message that loses the focus gives it to where it came from.
  if (activeElement instanceof HTMLElement && activeElement.closest('[data-sonner-toast]'))
    activeElement.blur();
}
