import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** The folder of `shopify.app.toml`: the given one, or the one above it where it lies there, as above `web/`. */
export function findAppRoot(folder: string): string {
  const above = dirname(folder)
  return !hasManifest(folder) && hasManifest(above) ? above : folder
}

function hasManifest(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => name.startsWith('shopify.app') && name.endsWith('.toml'))
  } catch {
    return false
  }
}
