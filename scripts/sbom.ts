// Prints a CycloneDX bill of materials of what the published packages install in production: npm run sbom.
// npm's own `npm sbom` stops at the overrides of this workspace.
import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { findInstalled, type Lock } from './third-party.ts'

const lock: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const found = new Set<string>()
for (const manifest of globSync('packages/*/package.json')) findInstalled(lock, dirname(manifest), found)

process.stdout.write(
  `${JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: { component: { type: 'application', name: 'affiliate-platform' } },
      components: [...found].toSorted().map(toComponent),
    },
    null,
    2,
  )}\n`,
)

function toComponent(path: string): object {
  const { version, license, integrity } = lock.packages[path] ?? {}
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
