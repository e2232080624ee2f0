import type { DatabaseFlags } from './database-command.ts'
import type { Terminal } from './terminal.ts'

/** Something that was done: the one value that a script goes on with, the whole record, and a sentence. */
export interface Done {
  readonly value: string
  readonly record: object
  readonly message: string
}

/** Prints what was done: the value on standard output, or the record as JSON; the sentence beside it. */
export function printDone(
  terminal: Terminal,
  { json }: DatabaseFlags,
  { value, record, message }: Done,
): void {
  terminal.writeData(json ? `${JSON.stringify(record)}\n` : `${value}\n`)
  terminal.writeMessage(`${message}\n`)
}
