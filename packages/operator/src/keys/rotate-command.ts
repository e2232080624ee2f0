import { type Rotation, rotateApiKey } from '@affiliate-platform/platform/api-keys'
import type { Option } from 'commander'
import { flag, globalAct } from '../command-line/act.ts'
import type { WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseDurationMs } from '../command-line/parse-value.ts'
import { recordFlag } from '../command-line/record-name.ts'
import { parseEndMs } from './parse-end.ts'

interface RotateFlags extends WorkspaceFlags {
  readonly overlap: number
  readonly expires?: number
}

/** Holds a change to the keys of one workspace. */
export const ownKeyOption = (): Option => recordFlag('workspace', 'only if it is a key of this workspace')

const defaultOverlap = '24h'

function describeRejection(rotation: Extract<Rotation, { ok: false }>): string {
  switch (rotation.rejection) {
    case 'unknown_key':
      return 'There is no such key. See keys list.'
    case 'ended_key':
      return 'The key has already ended. Create a new one with keys create.'
    case 'successor_without_end':
      return 'The key has an expiry. Use --expires to set when its successor expires.'
    case 'rotated_already':
      return `The key has already been rotated; its successor is key ${rotation.successorId}. To create another one, set its expiry with --expires.`
  }
}

export const keyRotateCommand = globalAct<RotateFlags>()({
  name: 'rotate',
  of: 'key',
  description: 'create the successor of an API key and print it once; the old key stays valid for a while',
  examples: [
    'keys rotate "$key"',
    'keys rotate "$key" --overlap 7d --workspace "$workspace"',
    'keys rotate "$key" --overlap 0s --expires 2027-01-31T00:00:00Z',
  ],
  options: [
    ownKeyOption(),
    flag('--overlap <duration>', 'how long the old key stays valid', parseDurationMs).default(
      parseDurationMs('--overlap')(defaultOverlap),
      defaultOverlap,
    ),
    flag(
      '--expires <time>',
      'when the new key expires, a date (00:00 UTC) or an RFC 3339 time; required if the old one expires',
      parseEndMs,
    ),
  ],
  run: async ({ database, id, flags }) => {
    const plan = { id, workspaceId: flags.workspace, overlapMs: flags.overlap, expiresAtMs: flags.expires }
    const rotation = await rotateApiKey(database, plan)
    if (!rotation.ok) throw new OperatorError(describeRejection(rotation))
    const { ok: _ok, ...record } = rotation
    return record
  },
  value: ({ apiKey }) => apiKey,
  done: ({ id, predecessorExpiresAt }, oldId) =>
    `Key ${id} was created. It is shown only once: save it now. Key ${oldId} ends at ${predecessorExpiresAt.toISOString()}.`,
})
