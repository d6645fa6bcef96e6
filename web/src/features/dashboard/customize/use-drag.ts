import { type RefObject, useEffect, useEffectEvent } from 'react';
import { prefersReducedMotion } from '@/lib/screen/reduced-motion';
import type { Column } from './layout';

/** The distance from the edge of the dialog at which it scrolls, and the speed per frame. */
const EDGE_PX = 64;
const SCROLL_PX = 6;

/**
 * Reports the position below the pointer while a row is dragged, and moves the row's content with the pointer.
 * With reduced motion, the content stays in the list. Rows have `data-row`, and lists `data-column`. Listens on
 * the window, because a row's element moves in the document, which ends pointer capture.
 */
export function useDrag(
  listRef: RefObject<HTMLElement | null>,
  dragged: string | null,
  /** The vertical position at which the pointer was pressed, in CSS pixels. */
  pressedAt: RefObject<number>,
  onMove: (column: Column, index: number) => void,
  onEnd: () => void,
) {
  const move = useEffectEvent((y: number) => {
    const list = listRef.current;
    if (!list) return;
    const { column, index } = findPlace(list, dragged, y);
    onMove(column, index);
  });
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (dragged === null) return;
    let y: number | null = null;
    // The distance from the top of the row to the pointer.
    const grip = pressedAt.current - (findRow(listRef.current, dragged)?.getBoundingClientRect().top ?? 0);
    let content: HTMLElement | null = null;
    const hasReducedMotion = prefersReducedMotion();
    // Runs on each frame, because the row can move in the document between two pointer events.
    const float = () => {
      const row = findRow(listRef.current, dragged);
      if (y === null || !row || hasReducedMotion) return;
      if (content !== row.firstElementChild) content?.style.removeProperty('translate');
      content = row.firstElementChild as HTMLElement;
      content.style.translate = `0 ${y - grip - row.getBoundingClientRect().top}px`;
    };
    let frame = requestAnimationFrame(function scroll() {
      const dialog = listRef.current?.closest('[role="dialog"]');
      if (y !== null && dialog) {
        const { top, bottom } = dialog.getBoundingClientRect();
        const by = y < top + EDGE_PX ? -SCROLL_PX : y > bottom - EDGE_PX ? SCROLL_PX : 0;
        const before = dialog.scrollTop;
        dialog.scrollTop += by;
        if (dialog.scrollTop !== before) move(y);
      }
      float();
      frame = requestAnimationFrame(scroll);
    });
    const follow = (event: PointerEvent) => {
      y = event.clientY;
      move(y);
    };
    const stop = () => end();
    window.addEventListener('pointermove', follow);
    window.addEventListener('pointerup', stop);
    window.addEventListener('pointercancel', stop);
    return () => {
      cancelAnimationFrame(frame);
      content?.style.removeProperty('translate');
      window.removeEventListener('pointermove', follow);
      window.removeEventListener('pointerup', stop);
      window.removeEventListener('pointercancel', stop);
    };
  }, [dragged, listRef, pressedAt]);
}

const findRow = (list: HTMLElement | null, key: string): HTMLElement | null =>
  [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].find(({ dataset }) => dataset.row === key) ??
  null;

/** Returns the column and the position in it at a height. The position doesn't count the dragged row. */
function findPlace(list: HTMLElement, dragged: string | null, y: number): { column: Column; index: number } {
  const side = list.querySelector<HTMLElement>('[data-column="side"]');
  const column = side && y >= side.getBoundingClientRect().top ? 'side' : 'main';
  const rows = [...list.querySelectorAll<HTMLElement>(`[data-column="${column}"] [data-row]`)].filter(
    ({ dataset }) => dataset.row !== dragged,
  );
  const index = rows.filter((row) => {
    const { top, height } = row.getBoundingClientRect();
    return top + height / 2 < y;
  }).length;
  return { column, index };
}
