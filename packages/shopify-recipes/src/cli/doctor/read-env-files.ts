import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

const names = ['.env', '.env.local', '.env.development', '.env.production']

/** Reads the variables of the app's own files, as far as there are any. */
export async function readEnvFiles(folder: string): Promise<Readonly<Record<string, string | undefined>>> {
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8').catch(() => '')))
  return Object.assign({}, ...texts.map((text) => parseEnv(text)))
}
