import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file of the console or the portal, as it is and compressed. */
export interface BuiltFile {
  readonly contentType: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly brotli: Uint8Array<ArrayBuffer> | undefined
}

const contentTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

export interface BuiltFiles {
  /** The page, with `__NONCE__` where each response has a nonce of its own. */
  readonly page: string
  /** By their names. */
  readonly assets: ReadonlyMap<string, BuiltFile>
}

const compressedEnd = '.br'

/** Reads a page and its files from the folder that it was built in; `undefined` where it was not built. */
export function readBuiltFiles(folder: string, page: string): BuiltFiles | undefined {
  try {
    const text = readFileSync(join(folder, page), 'utf8')
    const names = readdirSync(join(folder, 'assets'))
    const read = (name: string) => new Uint8Array(readFileSync(join(folder, 'assets', name)))
    const assets = names
      .filter((name) => !name.endsWith(compressedEnd))
      .map((name): readonly [string, BuiltFile] => {
        const compressed = `${name}${compressedEnd}`
        return [
          name,
          {
            contentType: contentTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
            bytes: read(name),
            brotli: names.includes(compressed) ? read(compressed) : undefined,
          },
        ]
      })
    return { page: text, assets: new Map(assets) }
  } catch (error) {
    if (Reflect.get(Object(error), 'code') === 'ENOENT') return undefined
    throw error
  }
}
