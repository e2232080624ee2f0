/** A folder with an export, however it is kept. */
export interface ExportFolder {
  /** What it is called, for a person. */
  readonly name: string
  /** Begins to read a file; `undefined` where there is none. */
  readonly open: (file: string) => Promise<AsyncIterable<Uint8Array> | undefined>
}
