import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** The folder of `shopify.app.toml`: the given one, or the next above it in the same repository that has one. */
export function findAppRoot(folder: string): string {
  for (let place = folder; ; place = dirname(place)) {
    const names = listNames(place)
    if (names.some((name) => name.startsWith('shopify.app') && name.endsWith('.toml'))) return place
    if (names.includes('.git') || dirname(place) === place) return folder
  }
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
