// Rehearses the next release in a throw-away copy of what is committed: the change files become versions and changelogs, and what
// reads them still agrees.
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findReleaseFaults } from './release-faults.ts'

// Inside the checkout, so that the tools are found.
const copy = resolve('.artifacts/release')
rmSync(copy, { recursive: true, force: true })
const run = (command: string, ...args: readonly string[]) =>
  execFileSync(command, args, { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'] })

try {
  execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${resolve('.')}`, copy])
  const before = versionOf('.')
  if (globSync('.changeset/*.md', { cwd: copy }).length === 0) {
    console.log('release: there is no change file, so nothing to release.')
  } else {
    run(process.execPath, 'scripts/write-release.ts')
    for (const check of ['lockfiles', 'third-party', 'docs'])
      run(process.execPath, `scripts/check-${check}.ts`)
    const faults = findReleaseFaults(copy, before)
    for (const fault of faults) console.error(fault)
    if (faults.length === 0) console.log(`release: the change files make ${versionOf(copy)} of ${before}.`)
    process.exitCode = faults.length === 0 ? 0 : 1
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}

function versionOf(folder: string): string {
  return JSON.parse(readFileSync(join(folder, 'packages/service/package.json'), 'utf8')).version
}
