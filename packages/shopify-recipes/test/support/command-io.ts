import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { CommandIo } from '../../src/cli/io.ts'

/** A command's surroundings in a folder of its own. `output` and `errors` are what it wrote. */
export async function createCommandIo(changes: Partial<CommandIo> = {}) {
  const folder = changes.folder ?? (await mkdtemp(join(tmpdir(), 'recipes-')))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const written: string[] = []
  const errors: string[] = []
  const waits: number[] = []
  const interrupt = new AbortController()
  const io: CommandIo = {
    env: {},
    folder,
    fetch: () => Promise.reject(new TypeError('fetch failed')),
    write: (text) => void written.push(text),
    writeError: (text) => void errors.push(text),
    isTerminal: false,
    confirm: async () => false,
    now: Date.now,
    wait: async (ms) => void waits.push(ms),
    interrupted: interrupt.signal,
    ...changes,
  }
  return {
    io,
    waits,
    interrupt: () => interrupt.abort(),
    output: () => written.join(''),
    errors: () => errors.join(''),
    lines: () =>
      written
        .join('')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
  }
}
