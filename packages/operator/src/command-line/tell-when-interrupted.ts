import type { Terminal } from './terminal.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** After so long somebody may end the process in a way that nobody can hear of. */
const longMs = 5000

/**
 * Says how a change is run again, if it takes long or is interrupted: otherwise its outcome is all there is to know.
 *
 * @param again - the words behind `run the same command again`
 * @returns what ends that
 */
export function tellWhenInterrupted({ writeMessage }: Terminal, again: string): () => void {
  const timer = setTimeout(() => {
    writeMessage(`If this is interrupted, run the same command again ${again}\n`)
  }, longMs)
  function interrupt(signal: NodeJS.Signals): void {
    stop()
    writeMessage(
      `Interrupted: run the same command again ${again}\nIt finds out what happened, and does nothing twice.\n`,
    )
    process.kill(process.pid, signal)
  }
  function stop(): void {
    clearTimeout(timer)
    for (const signal of signals) process.off(signal, interrupt)
  }
  for (const signal of signals) process.on(signal, interrupt)
  return stop
}
