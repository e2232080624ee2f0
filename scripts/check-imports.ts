// Checks who imports whom: the packages form layers, no package reaches into another's inside, and the folders of a
// package form no circle. A folder and those within it are one: an entry may import its parts, and a part its entry.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const scope = '@affiliate-platform/'

/** What each folder may import of ours. A path after a colon may import more than the rest of its package. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'packages/contract': [],
  'packages/console': ['contract'],
  'packages/shopify-simulator': [],
  'packages/commission-engine': ['contract'],
  'packages/sdk': ['contract'],
  'packages/platform': ['contract', 'commission-engine'],
  'packages/platform/test': ['contract', 'commission-engine', 'service', 'shopify-simulator', 'test-support'],
  'packages/service': ['contract', 'platform'],
  'packages/service/test': ['contract', 'platform', 'operator', 'shopify-simulator', 'test-support'],
  'packages/operator': ['contract', 'platform', 'service'],
  'packages/operator/src/dev/dev-shopify.ts': ['contract', 'platform', 'shopify-simulator'],
  'packages/operator/src/doctor/checks.test.ts': ['platform', 'service', 'test-support'],
  'packages/operator/test': ['contract', 'platform', 'service', 'shopify-simulator', 'test-support'],
  'test/support': ['contract', 'platform', 'service', 'operator', 'shopify-simulator'],
  'packages/shopify-recipes': ['contract', 'sdk'],
  'packages/shopify-recipes/src/cli/doctor/install': ['contract', 'sdk', 'shopify-simulator'],
  'packages/shopify-recipes/src/testing.ts': ['contract', 'sdk', 'shopify-simulator'],
  'packages/shopify-recipes/src/lib/testing': ['contract', 'sdk', 'shopify-simulator'],
  'packages/shopify-recipes/test': ['contract', 'sdk', 'shopify-simulator'],
  'examples/remix-app': ['sdk', 'shopify-recipes', 'shopify-simulator'],
  // Both examples keep one set of rules.
  'examples/react-router-app': ['sdk', 'shopify-recipes', 'shopify-simulator', 'examples/remix-app'],
  benchmarks: ['contract', 'sdk', 'platform', 'service', 'shopify-recipes', 'shopify-simulator'],
  e2e: [
    'contract',
    'sdk',
    'platform',
    'service',
    'operator',
    'shopify-recipes',
    'shopify-simulator',
    'test-support',
    'scripts',
  ],
  'e2e/example-build.test.ts': ['examples/remix-app'],
  scripts: [],
  'scripts/closing-line.test.ts': ['test'],
}

const importPattern = /(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g

const faults = globSync([
  'packages/*/src/**/*.{ts,tsx}',
  'packages/*/test/**/*.ts',
  'test/support/*.ts',
  'examples/**/*.{ts,tsx}',
  'benchmarks/**/*.ts',
  'e2e/**/*.ts',
  'scripts/*.ts',
])
  .filter((file) => !file.includes('node_modules'))
  .flatMap((file) => findFaults(file, readFileSync(file, 'utf8')))

faults.push(...findFolderCycle(folderOf), ...findFolderCycle(roomOf))

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
    const imported = importedPackage(file, specifier)
    return imported === undefined || imported === packageOf(file) || mayImport.includes(imported)
      ? []
      : [`${file}: may not import ${specifier}.`]
  })
}

/** The package of ours that an import leads to, by its name or by a path. */
function importedPackage(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return packageOf(join(dirname(file), specifier))
  return specifier.startsWith(scope) ? specifier.slice(scope.length).split('/')[0] : undefined
}

/** The name of a package; the folder of what is none, such as `scripts` or `examples/remix-app`. */
function packageOf(path: string): string {
  const [first = '', second = ''] = path.split('/')
  if (first === 'packages') return second
  return first === 'examples' ? join(first, second) : first
}

/** Takes away the folders that import none of the others or that none imports, again and again: circles stay. */
function findFolderCycle(placeOf: (file: string) => string): readonly string[] {
  const imports = new Map<string, Map<string, string>>()
  for (const file of globSync('packages/*/src/**/*.{ts,tsx}', { exclude: ['**/*.test.{ts,tsx}'] })) {
    const folder = placeOf(file)
    const imported = imports.get(folder) ?? new Map<string, string>()
    imports.set(folder, imported)
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(importPattern)) {
      const other = placeOf(join(dirname(file), specifier))
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

/** The folder of a file. A file at the root of a package's sources is one of its own: it would hold all the others. */
function folderOf(file: string): string {
  const folder = dirname(file)
  return folder.endsWith('/src') ? file : folder
}

/** The folder right below a package's sources that holds a file, with the folders within it. */
function roomOf(file: string): string {
  return file.split('/').slice(0, 4).join('/')
}
