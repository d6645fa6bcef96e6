/** As many rows as one answer of the bank may have. */
const PAGE_ROWS = 1000;
/** Enough for a household that buys something every other hour for a year. */
const MOST_PAGES = 10;

/** All rows, page by page, until one is not full. `read` is told the first and the last of a page, from 0 on. */
export async function everyPage<Row>(read: (first: number, last: number) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const more = await read(page * PAGE_ROWS, (page + 1) * PAGE_ROWS - 1);
    rows.push(...more);
    if (more.length < PAGE_ROWS) break;
  }
  return rows;
}
