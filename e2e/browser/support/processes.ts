import { execFileSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'

interface Process {
  readonly pid: number
  readonly parent: number
  readonly command: string
}

/** Every process that lives; one that has ended, and that nobody has asked about yet, does not. */
function listProcesses(): readonly Process[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
  return [...table.matchAll(/^\s*(\d+)\s+(\d+)\s+([^Z\s]\S*)\s+(.*)$/gm)].map(
    ([, pid, parent, , command = '']) => ({ pid: Number(pid), parent: Number(parent), command }),
  )
}

/** What a process has started, and what those have started. */
export function listDescendants(pid: number, processes = listProcesses()): readonly Process[] {
  return processes
    .filter(({ parent }) => parent === pid)
    .flatMap((child) => [child, ...listDescendants(child.pid, processes)])
}

/** Waits until none of the processes lives; resolves to those that still do when the time is over. */
export async function waitForEnd(
  processes: readonly Process[],
  timeoutMs: number,
): Promise<readonly Process[]> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const living = new Set(listProcesses().map(({ pid }) => pid))
    const left = processes.filter(({ pid }) => living.has(pid))
    if (left.length === 0 || performance.now() > deadline) return left
    await delay(100)
  }
}
