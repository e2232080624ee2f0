import { execFile } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The shell blocks of a guide, in their order. */
export function readGuide(name: string): readonly string[] {
  const text = readFileSync(new URL(`../../../docs/guides/${name}`, import.meta.url), 'utf8')
  return [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block)
}

/** Runs blocks in one shell, in a folder, and returns what each printed. */
export async function runBlocks(
  blocks: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)('bash', ['-euc', blocks.join('\nprintf "\\f"\n')], {
    cwd: folder,
    env: { PATH: installCommand(folder), NODE_COMPILE_CACHE: join(folder, 'compiled'), ...env },
  })
  return stdout.split('\f')
}

/** Puts a command of the guides' name before all others: the sources, run by this Node. */
function installCommand(folder: string): string {
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  const file = join(folder, 'affiliate-service')
  writeFileSync(
    file,
    `#!/bin/sh\nexec '${process.execPath}' --conditions=@affiliate-platform/source '${main}' "$@"\n`,
  )
  chmodSync(file, 0o755)
  return `${folder}:${process.env['PATH']}`
}
