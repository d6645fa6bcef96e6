/** What the driver and the system say of a connection, and PostgreSQL while it starts or stops. */
const UNREACHABLE =
  /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ERR_SOCKET_CLOSED|CONNECT|57P0[1235]$)/;
/** What PostgreSQL says of its machine and of connections that it makes itself. */
const MACHINE = /^(08|53|58030$)/;

const codeOf = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
};

/** Whether an error never reached PostgreSQL, or lost it on the way. */
export const isUnreachable = (error: unknown): boolean => UNREACHABLE.test(codeOf(error));

/** Whether an error speaks of the database as a whole, not of a statement: later the same may well succeed. */
export const isAway = (error: unknown): boolean => isUnreachable(error) || MACHINE.test(codeOf(error));
