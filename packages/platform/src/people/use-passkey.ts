import { hashApiKey, newApiKey } from '../api-keys/api-key.ts'
import type { Queryable, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import type { PasskeyKey } from './passkeys.ts'
import { type Audience, mayEnter, type NewSession, sessionKinds } from './sign-in-links.ts'

/** What a device has signed with a passkey. */
export interface PasskeyUse {
  /** How often it says that the passkey was used; 0 where it does not count. */
  readonly counter: number
  /** When the challenge was made that it has signed. */
  readonly challengedAt: Date
  /** The half that it is to open. */
  readonly audience: Audience
}

// The row's lock lets one of several at once win: each challenge is later than the last one, and so is used once. A
// counter that does not go on is that of a copy.
const toUseStatement = (audience: Audience): Statement => ({
  name: `passkey_use_${audience}`,
  text: `
    with used as (
      update passkeys set counter = $5, challenged_at = $6, last_used_at = date_trunc('milliseconds', now())
      where workspace_id = $1 and id = $2 and audience = '${audience}' and removed_at is null and challenged_at < $6
        and ($5 > counter or ($5 = 0 and counter = 0))
        and exists (
          select from accounts account
          where account.workspace_id = $1 and account.id = passkeys.account_id and ${mayEnter[audience]}
        )
      returning workspace_id, account_id
    )
    insert into sessions as made (workspace_id, id, account_id, audience, token_hash, created_at, used_at, expires_at)
    select workspace_id, $3, account_id, '${audience}', $4, date_trunc('milliseconds', now()), date_trunc('milliseconds', now()),
      date_trunc('milliseconds', now()) + interval '14 days'
    from used
    returning expires_at as "expiresAt"`,
})

/**
 * Begins a session by a passkey whose signature was verified.
 *
 * @returns `undefined` where it was removed, its person may not enter, the challenge is no later than the last one that it was
 * used for, or its counter does not go on
 */
export async function usePasskey(
  database: Queryable,
  { workspaceId, id }: PasskeyKey,
  { counter, challengedAt, audience }: PasskeyUse,
): Promise<NewSession | undefined> {
  const token = newApiKey(sessionKinds[audience])
  const values = [workspaceId, id, newId(), hashApiKey(token), counter, challengedAt]
  const [row] = await database.query<Pick<NewSession, 'expiresAt'>>(toUseStatement(audience), values)
  return row && { token, ...row }
}
