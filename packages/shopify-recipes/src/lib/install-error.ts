/** The session or the settings lack what the call needs. */
export class InstallError extends Error {
  override readonly name = 'InstallError'
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}
