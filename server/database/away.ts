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

/** Returns true if too many requests wait for connections: all of them, or those of one customer. */
export const isCrowded = (error: unknown): boolean => getCode(error) === '53300';

/** The table API's codes for a lost connection and for a pool without a free connection. */
const TABLE_API = new Set(['PGRST001', 'PGRST003']);

/**
 * Returns true if a client library failed because the database is unavailable: an error of the driver, or the
 * error that the table API, sign-in, or file storage returned for it. Libraries also return such errors as
 * plain objects, without an Error's prototype.
 */
export function isReportedAway(error: unknown): boolean {
  if (isAway(error)) return true;
  if (typeof error !== 'object' || error === null) return false;
  const { name, status, statusCode, cause } = error as Record<string, unknown>;
  return (
    name === 'AuthRetryableFetchError' ||
    TABLE_API.has(getCode(error)) ||
    Number(status ?? statusCode) === 503 ||
    isAway(cause)
  );
}
