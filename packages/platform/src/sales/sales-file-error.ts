/** A file is not what it should be. Pages before the line were read; to read the mended file again is harmless. */
export class SalesFileError extends Error {
  override readonly name = 'SalesFileError'
  /** The line, from 1 on. */
  readonly line: number

  constructor(line: number, message: string) {
    super(`Line ${line}: ${message}`)
    this.line = line
  }
}
