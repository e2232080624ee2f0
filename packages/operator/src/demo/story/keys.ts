import { type ApiKeyKind, scopes } from '@affiliate-platform/contract'
import { apiKeyHint, hashApiKey, newApiKey } from '@affiliate-platform/platform/api-keys'
import type { Random } from '../random.ts'
import type { Row } from '../rows.ts'
import type { StoryClock } from './clock.ts'
import type { StoryPlaces } from './structure.ts'

interface StoryKey {
  readonly kind: ApiKeyKind
  readonly name: string
  readonly createdDay: number
  readonly usedDay: number
  readonly revokedDay?: number
}

const keys: readonly StoryKey[] = [
  { kind: 'affiliate', name: 'First dashboard', createdDay: -358, usedDay: -203, revokedDay: -202 },
  { kind: 'install_bridge', name: 'Bright Reviews app', createdDay: -357, usedDay: -1 },
  { kind: 'workspace', name: 'Partner website', createdDay: -340, usedDay: -1 },
  { kind: 'affiliate', name: 'Partner dashboard', createdDay: -205, usedDay: -1 },
  { kind: 'mcp', name: 'Assistant of finance', createdDay: -45, usedDay: -4 },
]

/** Builds the keys that call the service in the story. They are new ones each time, whose texts nobody is shown. */
export function buildKeys(
  { idAt }: Random,
  { keys: { workspace_id, app_id } }: StoryPlaces,
  clock: StoryClock,
): readonly Row[] {
  return keys.map(({ kind, name, createdDay, usedDay, revokedDay }) => {
    const apiKey = newApiKey(kind)
    const isAffiliate = kind === 'affiliate'
    return {
      ...{ workspace_id, kind, name },
      ...{ id: idAt(clock.at(createdDay, 10)), lineage_id: idAt(clock.at(createdDay, 10)) },
      ...{ app_id: isAffiliate ? app_id : null, scopes: isAffiliate ? scopes : [] },
      ...{ key_hash: `\\x${hashApiKey(apiKey).toString('hex')}`, key_hint: apiKeyHint(apiKey) },
      created_at: clock.timeAt(createdDay, 10),
      last_used_at: clock.timeAt(usedDay, 16),
      revoked_at: revokedDay === undefined ? null : clock.timeAt(revokedDay, 11),
    }
  })
}
