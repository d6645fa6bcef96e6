/**
 * Matches connection errors of the driver and the operating system, and errors while PostgreSQL starts or
 * shuts down.
 */
const UNREACHABLE =
  /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ERR_SOCKET_CLOSED|CONNECT|57P0[1235]$)/;
/** Matches PostgreSQL's error classes for resources and connections. */
const MACHINE = /^(08|53|58030$)/;

const getCode = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
};

/** Returns true if a statement never reached PostgreSQL or the connection was lost. */
export const isUnreachable = (error: unknown): boolean => UNREACHABLE.test(getCode(error));

/** Returns true if the error affects the whole database rather than one statement. A retry can succeed. */
export const isAway = (error: unknown): boolean => isUnreachable(error) || MACHINE.test(getCode(error));
