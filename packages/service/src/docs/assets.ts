import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** A file that the pages load. */
export interface Asset {
  readonly contentType: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Changes with the bytes. */
  readonly version: string
}

const contentTypes = {
  'pages.css': 'text/css; charset=utf-8',
  'reference.css': 'text/css; charset=utf-8',
  'samples.js': 'text/javascript; charset=utf-8',
  'search.js': 'text/javascript; charset=utf-8',
  'try-it.css': 'text/css; charset=utf-8',
  'try-it.js': 'text/javascript; charset=utf-8',
} as const

export type AssetName = keyof typeof contentTypes

const assets = new Map<AssetName, Asset>()

/** Whether there is an asset of this name. */
export function isAssetName(name: string): name is AssetName {
  return Object.hasOwn(contentTypes, name)
}

/** Reads an asset, from the disk at its first use only. */
export function readAsset(name: AssetName): Asset {
  const known = assets.get(name)
  if (known !== undefined) return known
  const bytes = readFileSync(new URL(`./assets/${name}`, import.meta.url))
  const version = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  const asset = { contentType: contentTypes[name], bytes, version }
  assets.set(name, asset)
  return asset
}

/** The path under which a page loads an asset. New bytes are a new path, so that browsers may keep the old one. */
export function assetPath(name: AssetName): string {
  return `/docs/assets/${name}?v=${readAsset(name).version}`
}
