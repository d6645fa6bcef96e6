/** The first control of a row: the row's own button or link. */
const CONTROL = '[data-row], a[href], button';
/** The height of the navigation and the clock, which cover the top of the page. */
const COVERED_PX = 120;

/**
 * Moves the focus to the next or previous row of the page's lists. Starts at the first visible row. A virtual
 * list marks its current row with `tabindex="0"` and moves the focus inside itself.
 */
export function moveToRow(step: 1 | -1): void {
  const rows = Array.from(document.querySelectorAll('main [data-rows] > li'), (row) => {
    const current = row.parentElement?.querySelector<HTMLElement>('[data-row][tabindex="0"]');
    return current ?? row.querySelector<HTMLElement>(CONTROL);
  });
  const controls = [...new Set(rows)].filter((control) => control !== null);
  const focused = document.activeElement?.closest('[data-rows] > li');
  const index = focused ? controls.findIndex((control) => focused.contains(control)) : -1;
  const next =
    index >= 0
      ? controls[index + step]
      : (controls.find((control) => control.getBoundingClientRect().top > COVERED_PX) ?? controls[0]);
  next?.focus();
}
