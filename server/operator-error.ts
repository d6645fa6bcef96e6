/** A problem that the operator can fix. Printed as one sentence without a stack; exits with code 1. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
