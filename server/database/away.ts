/** What the driver and the system say of a connection, and PostgreSQL while it starts or stops or its machine is full. */
const AWAY =
  /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ERR_SOCKET_CLOSED|CONNECT|57P0[1235]$|08|53|58030$)/;

/** Whether an error speaks of the database as a whole, not of a statement: later the same may well succeed. */
export function isAway(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && AWAY.test(code);
}
