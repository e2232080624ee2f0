import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

interface LockedPackage extends Manifest {
  readonly dev?: boolean
  readonly hasInstallScript?: boolean
}

const lock: { readonly packages: Readonly<Record<string, LockedPackage>> } = readJson('package-lock.json')

test('every dependency is pinned to one exact version [D43]', () => {
  const manifests = ['package.json', ...globSync(['packages/*/package.json', 'e2e/package.json'])]

  const loose = manifests.flatMap((file) => {
    const { dependencies, devDependencies, optionalDependencies }: Manifest = readJson(file)
    const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    return versions
      .filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))
      .map(([name]) => `${file}: ${name}`)
  })

  expect(loose).toEqual([])
})

test('no dependency of a published package runs a script at installation [D43]', () => {
  const scripted = Object.entries(lock.packages).filter(
    ([, { dev, hasInstallScript }]) => !dev && hasInstallScript,
  )

  expect(scripted.map(([path]) => path)).toEqual([])
})

// npm ci fails on a lock file that lacks an optional package, also where that package is for another platform.
test('the lock file holds every optional package of every dependency [D43]', () => {
  const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isLocked(path, name))
      .map((name) => `${name} of ${path || 'the root'}`),
  )

  expect(missing).toEqual([])
})

/** Whether a package stands in the lock file where the one at `path` would find it. */
function isLocked(path: string, name: string): boolean {
  if (lock.packages[`${path}${path && '/'}node_modules/${name}`] !== undefined) return true
  if (path === '') return false
  const parent = path.includes('/node_modules/') ? path.slice(0, path.lastIndexOf('/node_modules/')) : ''
  return isLocked(parent, name)
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8'))
}
