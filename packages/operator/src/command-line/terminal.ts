/** Where a command reads its settings, and where its words go. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Characters in a line, where a person reads the data on a screen. */
  readonly columns?: number | undefined
  /** Takes data: what another program may read. */
  readonly writeData: (text: string) => void
  /** Takes messages: what only a person reads. */
  readonly writeMessage: (text: string) => void
}

/** The terminal of this process: its environment, standard output and standard error. */
export const processTerminal: Terminal = {
  env: process.env,
  columns: process.stdout.isTTY ? process.stdout.columns : undefined,
  writeData: (text) => {
    process.stdout.write(text)
  },
  writeMessage: (text) => {
    process.stderr.write(text)
  },
}

/**
 * From now on a standard output that cannot be written is a failure of the command, told in one sentence. A reader that
 * goes away, as `head` does, has what it wanted.
 */
export function watchOutput(): void {
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return
    process.stderr.write(`Standard output cannot be written (${code}).\n`)
    process.once('exit', () => {
      process.exitCode = 1
    })
  })
}
