import type postgres from 'postgres';

/**
 * Runs work in a savepoint and rolls it back, so that the response time doesn't reveal whether the work was
 * needed.
 */
export async function runAndRollBack(
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
