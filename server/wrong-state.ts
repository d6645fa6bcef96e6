/**
 * A state the operator can put right: it is shown as one sentence, without a stack, and ends the program with
 * exit code 1.
 */
export class WrongState extends Error {
  override name = 'WrongState';
}
