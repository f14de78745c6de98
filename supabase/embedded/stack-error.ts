/** Something that whoever starts the stack can mend, told in one sentence; a stack trace would not help them. */
export class StackError extends Error {
  override name = 'StackError'
}
