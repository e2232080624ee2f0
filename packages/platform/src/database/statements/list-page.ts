/** Which part of a list: the rows after one of them, up to a number. */
export interface ListPage {
  /** What identifies the row before the part. `undefined`: the list from its start. */
  readonly after: string | undefined
  readonly limit: number
}
