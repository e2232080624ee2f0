// Checks who imports whom: the packages form layers, no package reaches into another's inside, and the folders of a
// package form no circle. A folder and those within it are one: an entry may import its parts, and a part its entry.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const scope = '@affiliate-platform/'

/** What each folder may import of ours. A path after a colon may import more than the rest of its package. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'packages/contract': [],
  'packages/shopify-simulator': [],
  'packages/commission-engine': ['contract'],
  'packages/sdk': ['contract'],
  'packages/platform': ['contract', 'commission-engine'],
  'packages/platform/test': ['contract', 'commission-engine', 'service', 'shopify-simulator', 'test-support'],
  'packages/service': ['contract', 'platform'],
  'packages/service/test': ['contract', 'platform', 'operator', 'shopify-simulator', 'test-support'],
  'packages/operator': ['contract', 'platform', 'service'],
  'packages/operator/src/dev/dev-shopify.ts': ['contract', 'platform', 'shopify-simulator'],
  'packages/operator/src/doctor/checks.test.ts': ['platform', 'test-support'],
  'packages/operator/test': ['contract', 'platform', 'service', 'shopify-simulator', 'test-support'],
  'test/support': ['contract', 'platform', 'service', 'operator', 'shopify-simulator'],
  'packages/shopify-recipes': ['contract', 'sdk'],
  'packages/shopify-recipes/src/testing.ts': ['contract', 'sdk', 'shopify-simulator'],
  'packages/shopify-recipes/src/lib/testing': ['contract', 'sdk', 'shopify-simulator'],
  'packages/shopify-recipes/test': ['contract', 'sdk', 'shopify-simulator'],
  e2e: [
    'contract',
    'sdk',
    'platform',
    'service',
    'operator',
    'shopify-recipes',
    'shopify-simulator',
    'test-support',
  ],
}

const importPattern = /(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g

const faults = globSync([
  'packages/*/src/**/*.ts',
  'packages/*/test/**/*.ts',
  'test/support/*.ts',
  'e2e/**/*.ts',
])
  .filter((file) => !file.includes('node_modules'))
  .flatMap((file) => findFaults(file, readFileSync(file, 'utf8')))

faults.push(...findFolderCycle())

for (const fault of faults) console.error(fault)
if (faults.length === 0)
  console.log('imports: every package and every folder imports only what lies below it.')
process.exitCode = faults.length === 0 ? 0 : 1

function findFaults(file: string, source: string): readonly string[] {
  const rule = Object.keys(allowed)
    .filter((path) => file.startsWith(path))
    .sort((a, b) => b.length - a.length)[0]
  const mayImport = rule === undefined ? [] : (allowed[rule] ?? [])
  return [...source.matchAll(importPattern)].flatMap(([, specifier = '']) => {
    if (isOutsideOwnPackage(file, specifier)) return [`${file}: ${specifier} reaches into another package.`]
    if (!specifier.startsWith(scope)) return []
    const [name = ''] = specifier.slice(scope.length).split('/')
    return mayImport.includes(name) || file.startsWith(`packages/${name}/`)
      ? []
      : [`${file}: may not import ${specifier}.`]
  })
}

/** Whether a relative import leaves the package: packages meet at their entries only. */
function isOutsideOwnPackage(file: string, specifier: string): boolean {
  if (!specifier.startsWith('.')) return false
  const depth = file.split('/').length - (file.startsWith('packages/') ? 3 : 2)
  const up = specifier.split('/').filter((step) => step === '..').length
  return up > depth
}

/** Takes away the folders that import none of the others or that none imports, again and again: circles stay. */
function findFolderCycle(): readonly string[] {
  const imports = new Map<string, Map<string, string>>()
  for (const file of globSync('packages/*/src/**/*.ts', { exclude: ['**/*.test.ts'] })) {
    const folder = dirname(file)
    const imported = imports.get(folder) ?? new Map<string, string>()
    imports.set(folder, imported)
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(importPattern)) {
      const other = dirname(join(folder, specifier))
      const isOneFolder = `${other}/`.startsWith(`${folder}/`) || folder.startsWith(`${other}/`)
      if (specifier.startsWith('.') && !isOneFolder) imported.set(other, file)
    }
  }
  for (let before = Infinity; imports.size < before; ) {
    before = imports.size
    for (const [folder, imported] of imports) {
      const importsAny = [...imported.keys()].some((other) => imports.has(other))
      const isImported = [...imports.values()].some((others) => others.has(folder))
      if (!importsAny || !isImported) imports.delete(folder)
    }
  }
  return [...imports].flatMap(([folder, imported]) =>
    [...imported]
      .filter(([other]) => imports.has(other))
      .map(([other, file]) => `${file}: ${folder} and ${other} are part of a circle of folders.`),
  )
}
