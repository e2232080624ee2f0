// Turns the change files into the next release: versions, changelogs, the version that the SDK sends, and the lock file.
// `npm run release:write`, then review and commit; docs/releasing.md tells the rest.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const run = (command: string, ...args: readonly string[]) => execFileSync(command, args, { stdio: 'inherit' })

run('changeset', 'version')

const { version } = JSON.parse(readFileSync('packages/sdk/package.json', 'utf8'))
const sent = 'packages/sdk/src/lib/settings/version.ts'
writeFileSync(sent, readFileSync(sent, 'utf8').replace(/(sdkVersion = ').*?'/, `$1${version}'`))

run('npm', 'install', '--package-lock-only', '--ignore-scripts', '--loglevel=error')
