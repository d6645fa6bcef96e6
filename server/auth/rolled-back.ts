import type postgres from 'postgres';

/** Does work that must cost what it costs and change nothing: whatever it wrote is undone. */
export async function inVain(
  sql: postgres.TransactionSql,
  work: (sql: postgres.TransactionSql) => Promise<unknown>,
): Promise<void> {
  const undo = new Error('undone on purpose');
  await sql
    .savepoint(async (inner) => {
      await work(inner);
      throw undo;
    })
    .catch((error) => {
      if (error !== undo) throw error;
    });
}
