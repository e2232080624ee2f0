import { randomUUID } from 'node:crypto'
import { access, chmod, constants, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseEnv } from 'node:util'
import { detectEol } from '../add/source-style.ts'

/** Variables by name. Their values hold nothing that an `.env` file would have to quote. */
export type Variables = Readonly<Record<string, string>>

/** A file of variables, before something is written to it. */
export interface EnvFile {
  /** Where it lies, or will; behind links. */
  readonly path: string
  readonly text: string
  readonly isNew: boolean
  /** The variables that have a value already. */
  readonly set: ReadonlySet<string>
}

/**
 * Opens an `.env` file, or the place of one, so that what is written later will fit there.
 *
 * @throws the system's error where it can be neither read nor written
 */
export async function openEnvFile(path: string): Promise<EnvFile> {
  const target = await realpath(path).catch(() => path)
  const text = await readFile(target, 'utf8').catch((error: unknown) => {
    if (Reflect.get(Object(error), 'code') === 'ENOENT') return undefined
    throw error
  })
  await access(dirname(target), constants.W_OK)
  const values = Object.entries(parseEnv(text ?? ''))
  const set = new Set(values.filter(([, value]) => value !== '').map(([name]) => name))
  return { path: target, text: text ?? '', isNew: text === undefined, set }
}

/**
 * Puts variables into an `.env` file and leaves its other lines as they are. Whoever looks meanwhile, or after a crash,
 * finds the old file or the new one. One that is new can be read by its owner alone.
 */
export async function writeVariables({ path, text, isNew }: EnvFile, variables: Variables): Promise<void> {
  const mode = isNew ? 0o600 : (await stat(path)).mode & 0o777
  const draft = `${path}.${randomUUID()}.tmp`
  try {
    await writeFile(draft, setVariables(text, variables), { mode: 0o600, flag: 'wx' })
    await chmod(draft, mode)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** The text of an `.env` file in which variables have other values: in their place, or at the end. */
export function setVariables(text: string, variables: Variables): string {
  const eol = detectEol(text)
  return Object.entries(variables).reduce((result, [name, value]) => {
    const line = new RegExp(`^([ \\t]*(?:export[ \\t]+)?)${name}[ \\t]*=[^\\r\\n]*`, 'gm')
    if (line.test(result)) return result.replace(line, (_line, start: string) => `${start}${name}=${value}`)
    const gap = result === '' || result.endsWith('\n') ? '' : eol
    return `${result}${gap}${name}=${value}${eol}`
  }, text)
}
