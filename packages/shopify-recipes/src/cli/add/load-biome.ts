import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Formatter } from './formatter.ts'

const timeoutMs = 15_000

/**
 * Finds the Biome of an app, by its command.
 *
 * @param folder - the app's
 * @param root - where in it the packages are installed
 */
export function loadBiome(folder: string, root: string): Formatter | undefined {
  const command = findCommand(join(folder, root))
  if (command === undefined) return undefined
  const run = (path: string, text: string): string | undefined => {
    const { status, stdout } = spawnSync(process.execPath, [command, 'format', `--stdin-file-path=${path}`], {
      cwd: folder,
      input: text,
      encoding: 'utf8',
      timeout: timeoutMs,
    })
    // A file that its settings leave out comes back as it is.
    return status === 0 ? stdout : undefined
  }
  return {
    isFormatted: async (path, text) => run(path, text) === text,
    format: async (path, text) => run(path, text) ?? text,
  }
}

function findCommand(folder: string): string | undefined {
  try {
    const path = createRequire(join(folder, 'package.json')).resolve('@biomejs/biome/package.json')
    return join(dirname(path), 'bin/biome')
  } catch {
    return undefined
  }
}
