import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const timeoutMs = 15_000
const loader = fileURLToPath(new URL(`./load-app${extname(import.meta.url)}`, import.meta.url))

// What Shopify's libraries ask for while they are loaded.
const defaults = {
  SHOPIFY_API_KEY: 'key',
  SHOPIFY_API_SECRET: 'secret',
  SHOPIFY_APP_URL: 'https://my-app.example',
  HOST: 'https://my-app.example',
  SCOPES: 'read_products',
  PORT: '3000',
  BACKEND_PORT: '3000',
}

/** A server's file, in the folder that it is started in. */
export interface ServerFile {
  readonly folder: string
  /** The file's path in the folder. */
  readonly entry: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * Loads an app's server in a process of its own, without listening and without a network.
 *
 * @returns the first line of the error that it ends with; undefined if it loads
 */
export function loadOnce({ folder, entry, env }: ServerFile): string | undefined {
  const mirror = mirrorFolder(folder)
  try {
    const { status, stderr } = spawnSync(process.execPath, [loader, join(folder, entry)], {
      cwd: mirror,
      env: { ...defaults, ...env },
      encoding: 'utf8',
      timeout: timeoutMs,
    })
    if (status === 0) return undefined
    const [line] = /^\w*Error\b.*$/m.exec(stderr) ?? []
    return line?.replace(/ imported from .*/, '') ?? `It does not end within ${timeoutMs / 1000} s.`
  } finally {
    rmSync(mirror, { recursive: true })
  }
}

/** A folder with all that the server's has, in which a database that it opens is not the app's own. */
function mirrorFolder(folder: string): string {
  const mirror = mkdtempSync(join(tmpdir(), 'affiliate-recipes-'))
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const [from, to] = [join(folder, entry.name), join(mirror, entry.name)]
    if (entry.isDirectory()) symlinkSync(from, to, 'junction')
    else if (entry.isFile() && !/\.(sqlite3?|db)\b/.test(entry.name)) copyFileSync(from, to)
  }
  return mirror
}
