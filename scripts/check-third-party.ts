// Checks that SECURITY.md names every third-party package that users of the published packages install, with its reason.
import { readFileSync } from 'node:fs'
import { findThirdPartyFaults } from './third-party-faults.ts'

const read = (file: string): string => readFileSync(file, 'utf8')
const faults = findThirdPartyFaults(JSON.parse(read('package-lock.json')), read('SECURITY.md'))
for (const fault of faults) console.error(fault)
if (faults.length === 0) console.log('third-party packages: SECURITY.md names each of them, with its reason.')
process.exitCode = faults.length === 0 ? 0 : 1
