import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findLockfileFaults } from './lockfile-faults.ts'

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

test('every dependency is pinned to one exact version [D43] [D85]', () => {
  const manifests = [
    'package.json',
    ...globSync(['packages/*/package.json', 'e2e/{,generators/,hosts/,hosts/apps/*/}package.json']),
  ]

  const loose = manifests.flatMap((file) => {
    const { dependencies, devDependencies, optionalDependencies }: Manifest = readJson(file)
    const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    return versions
      .filter(([, version]) => !/^(npm:[\w-]+@)?\d+\.\d+\.\d+$/.test(version))
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

test('a lock file without an integrity or an optional package is found [D43]', () => {
  const whole = { 'node_modules/a': { integrity: 'sha512-a', optionalDependencies: { b: '1.0.0' } } }
  const b = { 'node_modules/b': { integrity: 'sha512-b' } }

  expect(findLockfileFaults({ packages: { ...whole, ...b } })).toEqual([])
  expect(findLockfileFaults({ packages: whole })).toEqual([
    'node_modules/a: its optional b is missing, and npm ci fails',
  ])
  expect(findLockfileFaults({ packages: { ...whole, 'node_modules/b': {} } })).toEqual([
    'node_modules/b: no integrity, so npm ci takes whatever the registry gives',
  ])
})

test('a package of the workspace needs no integrity', () => {
  const packages = { 'packages/a': {}, 'node_modules/a': { link: true } }
  expect(findLockfileFaults({ packages })).toEqual([])
})

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8'))
}
