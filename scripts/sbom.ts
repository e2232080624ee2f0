// Prints a CycloneDX bill of materials of what the published packages install in production: npm run sbom.
// npm's own `npm sbom` stops at the overrides of this workspace.
import { globSync, readFileSync } from 'node:fs'

interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly resolved?: string
  readonly dependencies?: Readonly<Record<string, string>>
}

const { packages }: { packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
)
const found = new Map<string, LockedPackage>()
for (const manifest of globSync('packages/*/package.json')) walk(manifest.replace('/package.json', ''))

process.stdout.write(
  `${JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: { component: { type: 'application', name: 'affiliate-platform' } },
      components: [...found].sort(([one], [other]) => one.localeCompare(other)).map(toComponent),
    },
    null,
    2,
  )}\n`,
)

/** Adds a package of the lock file, and all that it depends on. */
function walk(path: string): void {
  const locked = packages[path]
  if (locked === undefined || found.has(path)) return
  found.set(path, locked)
  for (const name of Object.keys(locked.dependencies ?? {})) walk(resolveFrom(path, name))
}

/** Where a package finds a dependency: in its own folder, else in one above it. */
function resolveFrom(path: string, name: string): string {
  for (let folder = path; ; folder = folder.replace(/(?:^|\/)[^/]*$/, '')) {
    const candidate = `${folder}/node_modules/${name}`.replace(/^\//, '')
    const locked = packages[candidate]
    if (locked !== undefined) return locked.link ? (locked.resolved ?? candidate) : candidate
    if (folder === '') throw new Error(`The lock file lacks ${name}, which ${path} depends on.`)
  }
}

function toComponent([path, { version, license, integrity }]: [string, LockedPackage]): object {
  const isOurs = path.startsWith('packages/')
  const manifest = isOurs ? JSON.parse(readFileSync(`${path}/package.json`, 'utf8')) : undefined
  const name: string = manifest?.name ?? path.split('node_modules/').at(-1)
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const [algorithm, digest] = integrity?.split('-') ?? []
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    ...(license !== undefined && { licenses: [{ expression: license }] }),
    ...(algorithm === 'sha512' &&
      digest !== undefined && {
        hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
      }),
  }
}
