import { readFile } from 'node:fs/promises'
import { applyTombstones, listTombstones, type Tombstone } from '@affiliate-platform/platform/tombstones'
import type { Command } from 'commander'
import * as z from 'zod'
import { addGroup } from '../command-line/act.ts'
import {
  addChangeCommand,
  addDatabaseCommand,
  type DatabaseFlags,
  runOnDatabase,
} from '../command-line/database-command.ts'
import { formatCount } from '../command-line/format-count.ts'
import { toOperator } from '../command-line/operator.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { printDone, printShown } from '../command-line/print-done.ts'
import { formatTable } from '../command-line/table.ts'
import type { Terminal } from '../command-line/terminal.ts'

export function addTombstonesCommands(program: Command, terminal: Terminal): void {
  const description =
    'keep ended keys and erased shops, members and people from coming back with a restored backup'
  const tombstones = addGroup(program, 'tombstones', description)
  addDatabaseCommand(tombstones, 'list', {
    description:
      'list ended keys and erased shops, members and people of all workspaces, without any key, domain or name',
    examples: ['tombstones list', 'tombstones list --json'],
  }).action(async (flags: DatabaseFlags) => {
    const listed = await runOnDatabase(terminal, flags, listTombstones)
    printShown(terminal, flags, { record: listed, text: formatTable(listed, terminal).text })
  })
  addChangeCommand(tombstones, 'apply', {
    description:
      'end keys and erase shops, members and people that a restored backup brought back; safe to run again',
    examples: ['tombstones apply tombstones.json'],
  })
    .argument('<file>', 'what tombstones list --json printed')
    .action((file: string, flags: DatabaseFlags) => apply(terminal, file, flags))
}

async function apply(terminal: Terminal, file: string, flags: DatabaseFlags): Promise<void> {
  const tombstones = await readTombstones(file)
  const applied = await runOnDatabase(terminal, flags, (database) =>
    applyTombstones(database, tombstones, toOperator(flags)),
  )
  const { keys, shops, members, people } = applied
  const counts = [formatCount(keys, 'key'), formatCount(shops, 'shop'), formatCount(members, 'member')]
  printDone(terminal, flags, {
    value: String(keys + shops + members + people),
    record: applied,
    message: `Ended again: ${counts.join(', ')}, ${people} ${people === 1 ? 'person' : 'people'}.`,
  })
}

const time = z.iso.datetime().transform((text) => new Date(text))
const ofWorkspace = { workspaceId: z.guid() }
const tombstonesSchema = z.array(
  z.discriminatedUnion('kind', [
    z.object({
      ...ofWorkspace,
      kind: z.literal('key_ended'),
      id: z.guid(),
      revokedAt: time.nullable(),
      expiresAt: time.nullable(),
    }),
    z.object({
      ...ofWorkspace,
      kind: z.enum(['member_erased', 'person_erased']),
      id: z.guid(),
      erasedAt: time,
    }),
    z.object({
      ...ofWorkspace,
      kind: z.literal('shop_erased'),
      shopHash: z.string().regex(/^[\da-f]{64}$/),
      erasedAt: time,
    }),
  ]),
)

async function readTombstones(file: string): Promise<readonly Tombstone[]> {
  try {
    return tombstonesSchema.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    throw new OperatorError(`${file} is not what tombstones list --json printed, or cannot be read.`, {
      cause: error,
    })
  }
}
