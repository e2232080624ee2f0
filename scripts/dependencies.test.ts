import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findLockfileFaults } from './lockfile-faults.ts'
import { findThirdPartyFaults } from './third-party-faults.ts'

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

describe('third-party packages', () => {
  const ours = { 'packages/service': { name: 'service', dependencies: { a: '1' } } }
  const a = { 'node_modules/a': { dependencies: { b: '1' }, peerDependencies: { c: '1' } } }
  const packages = { ...ours, ...a, 'node_modules/b': {}, 'node_modules/c': {} }
  const table = '| `service` | 3 |\n| `a` | `b`, `c` | a reason |'

  test('each of them stands in SECURITY.md as the lock file has it, with a reason [D183]', () => {
    expect(findThirdPartyFaults({ packages }, table)).toEqual([])
    expect(findThirdPartyFaults({ packages }, '')).toEqual([
      'SECURITY.md lacks: | `service` | 3 |',
      'SECURITY.md lacks: | `a` | `b`, `c` | <what it is for> |',
    ])
    expect(findThirdPartyFaults({ packages }, table.replace('a reason', ''))).toHaveLength(2)
    expect(findThirdPartyFaults({ packages }, table.replace('`b`, ', ''))).toHaveLength(2)
    expect(findThirdPartyFaults({ packages }, `${table}\n| \`d\` | – | gone |`)).toEqual([
      'SECURITY.md says what is not so: | `d` | – | gone |',
    ])
  })

  test.each(['hono', '@hono/node-server', 'express', 'fastify'])(
    '%s is refused below the service, whoever brings it [D183]',
    (name) => {
      const brought = { ...packages, 'node_modules/b': { dependencies: { [name]: '1' } } }
      const faults = findThirdPartyFaults({ packages: { ...brought, [`node_modules/${name}`]: {} } }, table)
      expect(faults).toContain(
        `packages/service installs ${name}: nothing of a web framework is below the service (D183).`,
      )
    },
  )

  test('the service installs at most 48 of them [D183]', () => {
    const find = (count: number) => {
      const names = Array.from({ length: count - 3 }, (_, index) => `n${index}`)
      const dependencies = Object.fromEntries(names.map((name) => [name, '1']))
      const brought = Object.fromEntries(names.map((name) => [`node_modules/${name}`, {}]))
      return findThirdPartyFaults(
        { packages: { ...packages, ...brought, 'node_modules/b': { dependencies } } },
        table,
      )
    }
    const excess = 'packages/service installs 49 third-party packages'
    expect(find(48).join('\n')).not.toContain('at most')
    expect(find(49).join('\n')).toContain(excess)
  })
})

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8'))
}
