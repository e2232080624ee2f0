/** An app that cannot be edited safely. The message is one sentence for the person who has to do it by hand. */
export class UnsupportedAppError extends Error {
  override readonly name = 'UnsupportedAppError'
}
