/** Represents a failure that the person who starts the stack can correct, described in one sentence and shown without a stack trace. */
export class StackError extends Error {
  override name = 'StackError'
}
