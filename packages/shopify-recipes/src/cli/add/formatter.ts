/** What formats the sources of an app. Both take a path relative to the app's folder. */
export interface Formatter {
  /** Whether a file is as it would be formatted; false for one that is kept from it, or that it cannot read. */
  readonly isFormatted: (path: string, text: string) => Promise<boolean>
  /** The text as it is formatted; as it is where the file is kept from it. */
  readonly format: (path: string, text: string) => Promise<string>
}
