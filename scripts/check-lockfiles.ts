// Checks every lock file: what it holds can be installed anywhere, and is what was locked.
import { globSync, readFileSync } from 'node:fs'
import { findLockfileFaults } from './lockfile-faults.ts'

const files = globSync('**/package-lock.json', { exclude: ['**/node_modules/**'] })
const faults = files.flatMap((file) =>
  findLockfileFaults(JSON.parse(readFileSync(file, 'utf8'))).map((fault) => `${file}: ${fault}`),
)
for (const fault of faults) console.error(fault)
if (faults.length === 0) console.log(`lock files: ${files.length} whole, with an integrity for each package.`)
process.exitCode = faults.length === 0 ? 0 : 1
