import type postgres from 'postgres';
import { isAway } from './away.ts';

type Work<T> = (sql: postgres.TransactionSql) => T | Promise<T>;

/**
 * Ends transactions when their connection is lost. By default, the driver continues such a transaction. Its
 * next statement or rollback then runs on a new connection or hangs forever.
 */
export function endTransactionsWithConnection(sql: postgres.Sql): postgres.Sql {
  const begin = sql.begin.bind(sql) as (options: string, work: Work<unknown>) => Promise<unknown>;
  const own = (first: string | Work<unknown>, second?: Work<unknown>): Promise<unknown> => {
    const [options, work] = typeof first === 'string' ? [first, second as Work<unknown>] : ['', first];
    const connection = { ended: false };
    const outcome = begin(options, (inner) => runUnlessEnded(connection, inner, work));
    outcome.catch(() => {
      connection.ended = true;
    });
    return outcome;
  };
  return Object.assign(sql, { begin: own as typeof sql.begin });
}

type ConnectionState = { ended: boolean };

/**
 * Runs the work of a transaction. If the connection has ended, the promise never settles, so that the driver
 * doesn't commit or roll back on a new connection.
 */
async function runUnlessEnded<T>(connection: ConnectionState, sql: postgres.TransactionSql, work: Work<T>) {
  try {
    const result = await work(guardTransaction(connection, sql));
    if (!connection.ended) return result;
  } catch (error) {
    if (!connection.ended && !isAway(error)) throw error;
  }
  return new Promise(() => {});
}

function guardTransaction(connection: ConnectionState, sql: postgres.TransactionSql) {
  const check = () => {
    if (connection.ended)
      throw Object.assign(new Error('The connection of this transaction was lost.'), {
        code: 'CONNECTION_CLOSED',
      });
  };
  return new Proxy(sql, {
    apply(target, self, parameters) {
      check();
      return Reflect.apply(target, self, parameters);
    },
    get(target, name) {
      if (name === 'savepoint')
        return (first: string | Work<unknown>, second?: Work<unknown>) => {
          check();
          const work = typeof first === 'string' ? second : first;
          const inside = (inner: postgres.TransactionSql) =>
            runUnlessEnded(connection, inner, work as Work<unknown>);
          return typeof first === 'string' ? target.savepoint(first, inside) : target.savepoint(inside);
        };
      if (name === 'unsafe') check();
      return Reflect.get(target, name);
    },
  });
}
