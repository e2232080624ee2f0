// Checks every published package as its users will get it: where its manifest leads, publint and are-the-types-wrong on the
// packed files.
import { spawnSync } from 'node:child_process'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { findManifestFaults } from './manifest-links.ts'

// Users in CommonJS with older settings of TypeScript import these too.
const commonJs: readonly string[] = ['contract', 'sdk', 'shopify-recipes']

let faults = 0
for (const name of readdirSync('packages')) {
  const folder = `packages/${name}`
  const { messages, pkg } = await publint({ pkgDir: folder, strict: true })
  const ownFaults = [
    ...findManifestFaults(folder, pkg),
    ...messages.map((message) => formatMessage(message, pkg)),
  ]
  for (const fault of ownFaults) console.error(`${folder}: ${fault}`)
  const attw = spawnSync(
    'attw',
    [
      '--pack',
      folder,
      '--profile',
      commonJs.includes(name) ? 'strict' : 'esm-only',
      '--format',
      'ascii',
      '--no-color',
    ],
    { encoding: 'utf8' },
  )
  if (attw.status !== 0) console.error(`${folder}: ${attw.stdout}${attw.stderr}`)
  faults += ownFaults.length + (attw.status === 0 ? 0 : 1)
}

for (const fault of findKyFaults()) {
  console.error(fault)
  faults += 1
}

if (faults === 0)
  console.log(
    'packages: every link leads to the repository, publint and attw find nothing, the SDK has ky inside.',
  )
process.exitCode = faults === 0 ? 0 : 1

// ky carries the SDK (D182): imported by its sources, bundled into what is published, seen by nobody.
function findKyFaults(): readonly string[] {
  const folder = 'packages/sdk'
  const read = (pattern: string) => globSync(`${folder}/${pattern}`).map((file) => readFileSync(file, 'utf8'))
  const [manifest = '{}'] = read('package.json')
  const { devDependencies, dependencies, peerDependencies } = JSON.parse(manifest)
  const importsKy = (text: string) => /from ['"]ky['"]/.test(text)
  const rules: readonly (readonly [isKept: boolean, rule: string])[] = [
    ['ky' in devDependencies, 'ky is in its devDependencies'],
    [!('ky' in { ...dependencies, ...peerDependencies }), 'ky is nothing that its users install'],
    [read('src/**/*.ts').some(importsKy), 'its sources import ky'],
    [!read('dist/**/*.js').some(importsKy), 'its build imports no ky'],
    [read('dist/**/*.js').some((text) => text.includes('ky/distribution/core/Ky.js')), 'its build has ky'],
    [read('dist/**/*LICENSE*').some((text) => text.includes('Sindre Sorhus')), "its build has ky's licence"],
    [!read('dist/**/*.d.ts').some((text) => /\bky\b/i.test(text)), 'its declarations do not name ky'],
  ]
  return rules.flatMap(([isKept, rule]) => (isKept ? [] : [`${folder}: this does not hold: ${rule} (D182).`]))
}
