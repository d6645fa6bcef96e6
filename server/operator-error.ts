/**
 * A problem that the operator can fix. It is printed as one sentence with no stack trace, and the exit code
 * is 1.
 */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
