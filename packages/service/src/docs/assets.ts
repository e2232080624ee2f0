import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** A file that the pages load. */
export interface Asset {
  readonly contentType: string
  readonly text: string
  /** Changes with the text. */
  readonly version: string
}

const contentTypes = {
  'pages.css': 'text/css; charset=utf-8',
  'reference.css': 'text/css; charset=utf-8',
  'reference.js': 'text/javascript; charset=utf-8',
  'redoc.standalone.js': 'text/javascript; charset=utf-8',
} as const

/** The name of an asset. */
export type AssetName = keyof typeof contentTypes

const assets = new Map<AssetName, Asset>()

/** Whether there is an asset of this name. */
export function isAssetName(name: string): name is AssetName {
  return Object.hasOwn(contentTypes, name)
}

/**
 * Reads an asset, from the disk at its first use only.
 *
 * @returns `undefined` for Redoc in a checkout that was installed without what only developers need
 */
export function readAsset(name: AssetName): Asset | undefined {
  const known = assets.get(name)
  if (known !== undefined) return known
  const file = findAsset(name)
  if (file === undefined) return undefined
  const text = readFileSync(file, 'utf8')
  const version = createHash('sha256').update(text).digest('hex').slice(0, 12)
  const asset = { contentType: contentTypes[name], text, version }
  assets.set(name, asset)
  return asset
}

/** The path under which a page loads an asset. A new text is a new path, so that browsers may keep the old one. */
export function assetPath(name: AssetName): string {
  return `/docs/assets/${name}?v=${readAsset(name)?.version ?? 'missing'}`
}

// The published package has Redoc's file beside its own. A checkout has it where npm put it.
function findAsset(name: AssetName): string | undefined {
  const own = fileURLToPath(new URL(`./assets/${name}`, import.meta.url))
  if (name !== 'redoc.standalone.js' || existsSync(own)) return own
  try {
    return createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js')
  } catch {
    return undefined
  }
}
