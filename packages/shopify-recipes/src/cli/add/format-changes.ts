import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AppFolder } from './app-folder.ts'
import type { Change, Plan } from './plan.ts'

/** The parts of Prettier that are called; those of version 2 return their results at once. */
interface Prettier {
  resolveConfig(path: string, options: { editorconfig: boolean }): Promise<object | null>
  getFileInfo(path: string, options: { ignorePath: string }): Promise<{ readonly ignored: boolean }>
  check(text: string, options: object): Promise<boolean> | boolean
  format(text: string, options: object): Promise<string> | string
}

/**
 * Formats changed sources by the app's own Prettier: those that were formatted before, and new ones where the file with
 * the app's options was. So the next run of it changes nothing of ours. Without Prettier they stay as they are.
 */
export async function formatChanges(folder: AppFolder, { changes, host }: Plan): Promise<readonly Change[]> {
  const prettier = await loadPrettier(join(folder.path, host.root))
  if (prettier === undefined) return changes
  const isFormatted = await isFormattedBy(prettier, folder, [host.entry, folder.read(host.entry) ?? ''])
  return Promise.all(
    changes.map(async (change) => {
      const { path, before, after } = change
      const isOurs = before === null ? isFormatted : await isFormattedBy(prettier, folder, [path, before])
      if (!/\.[cm]?[jt]sx?$/.test(path) || !isOurs) return change
      const options = await optionsFor(prettier, folder, path)
      return { ...change, after: options === undefined ? after : await prettier.format(after, options) }
    }),
  )
}

async function isFormattedBy(
  prettier: Prettier,
  folder: AppFolder,
  [path, text]: readonly [path: string, text: string],
): Promise<boolean> {
  const options = await optionsFor(prettier, folder, path)
  try {
    return options !== undefined && (await prettier.check(text, options))
  } catch {
    // A language that it has no parser for.
    return false
  }
}

/** Undefined for a file that the app keeps from its Prettier. */
async function optionsFor(prettier: Prettier, folder: AppFolder, path: string): Promise<object | undefined> {
  const filepath = join(folder.path, path)
  const { ignored } = await prettier.getFileInfo(filepath, {
    ignorePath: join(folder.path, '.prettierignore'),
  })
  if (ignored) return undefined
  return { ...(await prettier.resolveConfig(filepath, { editorconfig: true })), filepath }
}

async function loadPrettier(folder: string): Promise<Prettier | undefined> {
  try {
    const path = createRequire(join(folder, 'package.json')).resolve('prettier')
    return (await import(pathToFileURL(path).href)).default
  } catch {
    return undefined
  }
}
