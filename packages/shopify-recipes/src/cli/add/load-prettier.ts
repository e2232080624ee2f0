import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Formatter } from './formatter.ts'

/** The parts of Prettier that are called; those of version 2 return their results at once. */
interface Prettier {
  resolveConfig(path: string, options: { editorconfig: boolean }): Promise<object | null>
  getFileInfo(path: string, options: { ignorePath: string }): Promise<{ readonly ignored: boolean }>
  check(text: string, options: object): Promise<boolean> | boolean
  format(text: string, options: object): Promise<string> | string
}

/**
 * Loads the Prettier of an app.
 *
 * @param folder - the app's
 * @param root - where in it the packages are installed
 */
export async function loadPrettier(folder: string, root: string): Promise<Formatter | undefined> {
  const prettier = await importPrettier(join(folder, root))
  if (prettier === undefined) return undefined
  const optionsFor = async (path: string): Promise<object | undefined> => {
    const filepath = join(folder, path)
    const { ignored } = await prettier.getFileInfo(filepath, { ignorePath: join(folder, '.prettierignore') })
    if (ignored) return undefined
    return { ...(await prettier.resolveConfig(filepath, { editorconfig: true })), filepath }
  }
  return {
    isFormatted: async (path, text) => {
      const options = await optionsFor(path)
      try {
        return options !== undefined && (await prettier.check(text, options))
      } catch {
        // A language that it has no parser for.
        return false
      }
    },
    format: async (path, text) => {
      const options = await optionsFor(path)
      return options === undefined ? text : await prettier.format(text, options)
    },
  }
}

async function importPrettier(folder: string): Promise<Prettier | undefined> {
  try {
    const path = createRequire(join(folder, 'package.json')).resolve('prettier')
    return (await import(pathToFileURL(path).href)).default
  } catch {
    return undefined
  }
}
