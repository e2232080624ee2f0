import { posix } from 'node:path'
import type { AppFolder } from './app-folder.ts'

const endings = ['', '.ts', '.tsx', '.js', '.jsx', '.mjs', '.cjs', '/index.ts', '/index.js']

/** The file that a relative import leads to, as bundlers and compilers look for it. */
export function resolveImport(folder: AppFolder, importer: string, from: string): string | undefined {
  if (!from.startsWith('.')) return undefined
  const path = posix.join(posix.dirname(importer), from)
  const paths = [...endings.map((end) => path + end), path.replace(/\.js(x?)$/, '.ts$1')]
  return paths.find((name) => folder.read(name) !== null)
}

/** How one file imports another: the other way round. */
export function importPath(importer: string, file: string): string {
  const path = posix.relative(posix.dirname(importer), file)
  return path.startsWith('.') ? path : `./${path}`
}
