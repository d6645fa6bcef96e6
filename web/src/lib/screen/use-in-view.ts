import { type RefObject, useEffect, useState } from 'react';

/** Returns true once an element has been visible on the screen. */
export function useInView(element: RefObject<HTMLElement | null>): boolean {
  const [wasVisible, setVisible] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (wasVisible || !element.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setVisible(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [wasVisible, element]);
  return wasVisible;
}
