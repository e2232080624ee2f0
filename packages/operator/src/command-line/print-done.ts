import { OperatorError } from './operator-error.ts'
import type { Terminal } from './terminal.ts'

interface JsonFlag {
  readonly json?: boolean | undefined
}

/** What a command found. */
export interface Shown {
  /** What a script reads, with `--json`. */
  readonly record: unknown
  /** What a person reads. */
  readonly text: string
  /** What is said beside it. */
  readonly message?: string | undefined
  /** What is wrong with it: the command prints it and fails. */
  readonly failure?: string | undefined
}

/** Prints what was found: the text on standard output, or the record as JSON; what is said of it beside it. */
export function printShown(
  terminal: Terminal,
  { json }: JsonFlag,
  { record, text, message, failure }: Shown,
): void {
  terminal.writeData(json ? `${JSON.stringify(record)}\n` : text)
  if (message !== undefined) terminal.writeMessage(`${message}\n`)
  if (failure !== undefined) throw new OperatorError(failure)
}

/** Something that was done: the one value that a script goes on with, the whole record, and a sentence. */
export interface Done {
  readonly value: string
  readonly record: object
  readonly message: string
  /** What is left to be done about it: the command prints what it did, and fails. */
  readonly failure?: string | undefined
}

/** Prints what was done: the value on standard output, or the record as JSON; the sentence beside it. */
export function printDone(terminal: Terminal, flags: JsonFlag, { value, ...done }: Done): void {
  printShown(terminal, flags, { ...done, text: `${value}\n` })
}
