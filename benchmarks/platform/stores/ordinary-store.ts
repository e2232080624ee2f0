import { type Credential, hashApiKey } from '../credential.ts'
import { type ListQuery, namesRecords, toFilters, toListValues } from '../query.ts'
import { accessDenied, underWindow } from '../rejection.ts'
import {
  checkFilters,
  findApplying,
  findReplay,
  insertRecord,
  insertVersion,
  lockMembership,
} from '../statements.ts'
import type { ListedRow } from '../summaries.ts'
import { type TermsWrite, toPlace, toTermsVersion } from '../terms.ts'
import { createAccessSteps } from './access-steps.ts'
import { createQuery, openPool, type Query, readSecret } from './pool.ts'
import type { Store } from './store.ts'
import { checkReplay, recordValues, rejectBroken, replayValues, versionValues } from './terms-values.ts'

/** Opens a store as most people write it: each statement waits for the one before it, and none is prepared. */
export async function openOrdinaryStore(databaseUrl: string): Promise<Store> {
  const pool = openPool(databaseUrl)
  const query = createQuery(pool, false)
  const { findByHash, admit } = createAccessSteps(query)

  return {
    secret: await readSecret(pool),
    findCredential: (apiKey, nowMs) => findByHash(hashApiKey(apiKey), nowMs),
    admit,
    async listPage(credential, listQuery, after) {
      const window = await admit(credential)
      return await underWindow(window, async () => {
        await rejectForeignFilters(query, credential, listQuery)
        const values = toListValues(credential, listQuery, after)
        const statement = listQuery.list.toStatement(toFilters(listQuery))
        return { window, rows: await query<ListedRow>(statement, values) }
      })
    },
    async saveTerms(credential, write) {
      const window = await admit(credential)
      const client = await pool.connect()
      try {
        await client.query('begin')
        const clientQuery = createQuery(client, false)
        const saved = await underWindow(window, () => saveIn(clientQuery, credential, write))
        await client.query('commit')
        return { window, ...saved }
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        client.release()
      }
    },
    close: () => pool.end(),
  }
}

/** Rejects filters that name a record of another owner. */
export async function rejectForeignFilters(query: Query, app: Credential, list: ListQuery): Promise<void> {
  if (!namesRecords(list)) return
  const { programId = null, groupId = null, membershipId = null } = list
  // The last one is a filter of other lists.
  const values = [app.workspaceId, app.appId, programId, groupId, membershipId, null]
  const [row] = await query<{ are_accessible: boolean }>(checkFilters, values)
  if (!row?.are_accessible) throw accessDenied()
}

async function saveIn(query: Query, credential: Credential, write: TermsWrite) {
  const { workspaceId, appId, id: createdBy } = credential
  const membershipValues = [workspaceId, appId, write.membershipId]
  const [membership] = await query<{ program_id: string }>(lockMembership, membershipValues)
  if (membership === undefined) throw accessDenied()
  if (write.idempotencyKey !== undefined) {
    const [record] = await query<{ fingerprint: Buffer; body: string }>(
      findReplay,
      replayValues(credential, write),
    )
    if (record !== undefined) return checkReplay(record, write)
  }
  rejectBroken(write)
  const applyingValues = [workspaceId, write.membershipId, new Date(write.effectiveAtMs)]
  const [applying] = await query<{ id: string }>(findApplying, applyingValues)
  const place = toPlace(write, membership.program_id, applying?.id)
  const body = JSON.stringify(toTermsVersion(write, place, createdBy))
  await query(insertVersion, versionValues(credential, write, place))
  if (write.idempotencyKey !== undefined) await query(insertRecord, recordValues(credential, write, body))
  return { body, isReplay: false }
}
