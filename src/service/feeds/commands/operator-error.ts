/** A command cannot be carried out. The message is one line for the operator. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
