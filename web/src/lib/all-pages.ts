/** The largest number of rows in a response. */
const PAGE_ROWS = 1000;
/**
 * The maximum number of pages. It is enough for a year in which a household makes a purchase every two hours.
 */
const MOST_PAGES = 10;

/** Loads all rows page by page. `read` is called with a page's zero-based range. */
export async function everyPage<Row>(read: (first: number, last: number) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const more = await read(page * PAGE_ROWS, (page + 1) * PAGE_ROWS - 1);
    rows.push(...more);
    if (more.length < PAGE_ROWS) break;
  }
  return rows;
}
