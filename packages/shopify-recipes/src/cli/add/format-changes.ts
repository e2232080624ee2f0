import type { AppFolder } from './app-folder.ts'
import type { Formatter } from './formatter.ts'
import { loadBiome } from './load-biome.ts'
import { loadPrettier } from './load-prettier.ts'
import type { Change, Plan } from './plan.ts'

/**
 * Formats changed sources by the app's own Biome or Prettier: those that were formatted before, and new ones where the
 * file with the app's options was. So the next run of it changes nothing of ours. Without either they stay as they are.
 */
export async function formatChanges(folder: AppFolder, { changes, host }: Plan): Promise<readonly Change[]> {
  const formatter = await loadFormatter(folder, host.root)
  if (formatter === undefined) return changes
  const isFormatted = await formatter.isFormatted(host.entry, folder.read(host.entry) ?? '')
  return Promise.all(
    changes.map(async (change) => {
      const { path, before, after } = change
      if (!/\.[cm]?[jt]sx?$/.test(path)) return change
      const isOurs = before === null ? isFormatted : await formatter.isFormatted(path, before)
      return isOurs ? { ...change, after: await formatter.format(path, after) } : change
    }),
  )
}

/** An app with settings for Biome formats by it, also where its template's Prettier is still installed. */
async function loadFormatter({ list, path }: AppFolder, root: string): Promise<Formatter | undefined> {
  const hasSettings = list('.').some((name) => /^biome\.jsonc?$/.test(name))
  const biome = loadBiome(path, root)
  return (hasSettings ? biome : undefined) ?? (await loadPrettier(path, root)) ?? biome
}
