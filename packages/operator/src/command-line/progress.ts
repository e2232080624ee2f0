import type { Terminal } from './terminal.ts'

const everyMs = 2000

/** Makes what tells a waiting person how far a command is: a line every two seconds, on standard error. */
export function createProgress<Progress>(
  { writeMessage }: Terminal,
  describe: (progress: Progress) => string,
): (progress: Progress) => void {
  let nextAtMs = Date.now() + everyMs
  return (progress) => {
    if (Date.now() < nextAtMs) return
    nextAtMs = Date.now() + everyMs
    writeMessage(`${describe(progress)} …\n`)
  }
}
