import { readSettings } from '@affiliate-platform/service'
import type { Command } from 'commander'
import { addDatabaseCommand, type DatabaseFlags } from '../command-line/database-command.ts'
import { chooseDatabase, chooseReplica } from '../command-line/database-option.ts'
import { printShown } from '../command-line/print-done.ts'
import type { Terminal } from '../command-line/terminal.ts'
import { examine } from './examine.ts'
import type { Finding } from './finding.ts'

interface DoctorFlags extends DatabaseFlags {
  readonly offline?: boolean
}

export function addDoctorCommand(program: Command, terminal: Terminal): void {
  addDatabaseCommand(program, 'doctor', {
    description:
      'check database, migrations, clock, what waits, durability, disk and access to Shopify; changes nothing, fails if a check fails',
    examples: ['doctor', 'doctor --data-dir /var/lib/affiliate --json', 'doctor --offline'],
  })
    .option('--offline', 'do not try to reach Shopify')
    .action((flags: DoctorFlags) => runDoctor(terminal, flags))
}

async function runDoctor(terminal: Terminal, { dataDir, json, offline }: DoctorFlags): Promise<void> {
  const settings = readSettings(terminal.env)
  const choice = chooseDatabase(settings, dataDir)
  const replica = chooseReplica(settings)
  const findings = await examine({ choice, settings, replica, fetch: offline ? undefined : fetch })
  const failures = findings.filter(({ state }) => state === 'failed').length
  const record = { ok: failures === 0, findings }
  const failure = failures > 0 ? `Failed checks: ${failures} of ${findings.length}.` : undefined
  printShown(terminal, { json }, { record, text: findings.map(toLines).join(''), failure })
}

function toLines({ check, state, detail, remedy }: Finding): string {
  const line = `${state.padEnd(7)}  ${check.padEnd(10)}  ${detail}\n`
  return remedy === null ? line : `${line}${' '.repeat(21)}${remedy}\n`
}
