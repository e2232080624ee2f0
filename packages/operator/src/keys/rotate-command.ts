import { type Rotation, rotateApiKey } from '@affiliate-platform/platform/api-keys'
import { readDatabaseTime } from '@affiliate-platform/platform/database'
import { type Command, Option } from 'commander'
import type { WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { addChangeCommand, runOnDatabase } from '../command-line/database-command.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseDurationMs, parseId, parseInstantMs } from '../command-line/parse-value.ts'
import { printDone } from '../command-line/print-done.ts'
import { recordFlag } from '../command-line/record-name.ts'
import type { Terminal } from '../command-line/terminal.ts'

interface RotateFlags extends WorkspaceFlags {
  readonly overlap: number
  readonly expires?: number
}

/** Holds a change to the keys of one workspace. */
export const ownKeyOption = (): Option => recordFlag('workspace', 'only if it is a key of this workspace')

const defaultOverlap = '24h'

/** Adds `keys rotate`. */
export function addRotateCommand(keys: Command, terminal: Terminal): void {
  addChangeCommand(keys, 'rotate', {
    description:
      'create the successor of an API key and print it, once; the old key is valid beside it for a while',
    examples: [
      'keys rotate "$key"',
      'keys rotate "$key" --overlap 7d --workspace "$workspace"',
      'keys rotate "$key" --overlap 0s --expires 2027-01-31T00:00:00Z',
    ],
  })
    .argument('<id>', 'id of the key, as listed', parseId('<id>'))
    .addOption(ownKeyOption())
    .addOption(
      new Option('--overlap <duration>', 'how long the old key stays valid')
        .argParser(parseDurationMs('--overlap'))
        .default(parseDurationMs('--overlap')(defaultOverlap), defaultOverlap),
    )
    .option(
      '--expires <time>',
      'when the new key ends; needed if the old one has an end',
      parseInstantMs('--expires'),
    )
    .action((id: string, flags: RotateFlags) => rotate(terminal, id, flags))
}

const rejections: Readonly<Record<Extract<Rotation, { ok: false }>['rejection'], string>> = {
  unknown_key: 'There is no such key. See keys list.',
  ended_key: 'The key has ended already. Create a new one with keys create.',
  successor_without_end: 'The key has an end. Say with --expires when its successor ends.',
}

async function rotate(terminal: Terminal, id: string, flags: RotateFlags): Promise<void> {
  const plan = { id, workspaceId: flags.workspace, overlapMs: flags.overlap, expiresAtMs: flags.expires }
  const rotation = await runOnDatabase(terminal, flags, async (database) =>
    rotateApiKey(database, { ...plan, nowMs: (await readDatabaseTime(database)).getTime() }),
  )
  if (!rotation.ok) throw new OperatorError(rejections[rotation.rejection])
  const { ok: _ok, ...record } = rotation
  const end = record.predecessorExpiresAt.toISOString()
  printDone(terminal, flags, {
    value: record.apiKey,
    record,
    message: `Key ${record.id} was created. It is shown this once: keep it now. Key ${id} ends at ${end}.`,
  })
}
