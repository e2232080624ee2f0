// Checks every published package as its users will get it: publint and are-the-types-wrong on the packed files.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

// Users in CommonJS with older settings of TypeScript import these too.
const commonJs: readonly string[] = ['contract', 'sdk']

let faults = 0
for (const name of readdirSync('packages')) {
  const folder = `packages/${name}`
  const { messages, pkg } = await publint({ pkgDir: folder, strict: true })
  for (const message of messages) console.error(`${folder}: ${formatMessage(message, pkg)}`)
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
  faults += messages.length + (attw.status === 0 ? 0 : 1)
}

if (faults === 0) console.log('packages: publint and are-the-types-wrong find nothing.')
process.exitCode = faults === 0 ? 0 : 1
