import type pg from 'pg'
import type { Credential } from '../credential.ts'
import { createCredentialCache } from '../credential-cache.ts'
import type { PayoutRow } from '../page.ts'
import { toFilters, toListValues } from '../query.ts'
import type { QuotaRow } from '../quota.ts'
import { accessDenied, underWindow } from '../refusal.ts'
import {
  admitQuota,
  findApplying,
  findReplay,
  insertRecord,
  insertVersion,
  listPayouts,
  lockMembership,
} from '../statements.ts'
import { type TermsWrite, toPlace, toTermsVersion } from '../terms.ts'
import { createAccessSteps, quotaValues } from './access-steps.ts'
import { createQuery, openPool, type Query, readSecret } from './pool.ts'
import { refuseForeignFilters } from './sequential-store.ts'
import type { Store } from './store.ts'
import { checkReplay, recordValues, refuseBroken, replayValues, versionValues } from './terms-values.ts'

/**
 * Opens a store that sends the service's own statements, but does not wait for one before it sends the next where the
 * next does not need its answer: a list then is one round trip, a terms write two.
 */
export async function openPipelinedStore(databaseUrl: string): Promise<Store> {
  const pool = openPool(databaseUrl, { pipeline: true })
  const poolQuery = createQuery(pool, true)
  const { findByHash, admit, refuseClosed, readWindow } = createAccessSteps(poolQuery)

  return {
    secret: await readSecret(pool),
    findCredential: createCredentialCache(findByHash),
    admit,
    listPage: (credential, list, after) =>
      withClient(pool, async (query) => {
        refuseClosed(credential)
        const quota = query<QuotaRow>(admitQuota, quotaValues(credential))
        const check = refuseForeignFilters(query, credential, list)
        const values = toListValues(credential, list, after)
        const rows = query<PayoutRow>(listPayouts(toFilters(list)), values)
        // Whatever becomes of the others, the quota has the first word.
        await Promise.allSettled([quota, check, rows])
        const [quotaRow] = await quota
        const window = await readWindow(credential, quotaRow)
        await underWindow(window, () => check)
        return { window, rows: await rows }
      }),
    saveTerms: (credential, write) =>
      withClient(pool, async (query) => {
        refuseClosed(credential)
        const quota = query<QuotaRow>(admitQuota, quotaValues(credential))
        const saved = saveIn(query, credential, write)
        await Promise.allSettled([quota, saved])
        const [quotaRow] = await quota
        const window = await readWindow(credential, quotaRow)
        return await underWindow(window, async () => ({ window, ...(await saved) }))
      }),
    close: () => pool.end(),
  }
}

async function withClient<Result>(pool: pg.Pool, run: (query: Query) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  try {
    return await run(createQuery(client, true))
  } finally {
    client.release()
  }
}

const begin = { name: 'begin', text: 'begin' }
const commit = { name: 'commit', text: 'commit' }
const rollback = { name: 'rollback', text: 'rollback' }

async function saveIn(query: Query, credential: Credential, write: TermsWrite) {
  const { workspaceId, appId, id: createdBy } = credential
  const { membershipId } = write
  try {
    const [, [membership], [record], [applying]] = await Promise.all([
      query(begin, []),
      query<{ program_id: string }>(lockMembership, [workspaceId, appId, membershipId]),
      query<{ fingerprint: Buffer; body: string }>(findReplay, replayValues(credential, write)),
      query<{ id: string }>(findApplying, [workspaceId, membershipId, new Date(write.effectiveAtMs)]),
    ])
    if (membership === undefined) throw accessDenied()
    const replay = record && checkReplay(record, write)
    if (replay === undefined) refuseBroken(write)
    const place = toPlace(write, membership.program_id, applying?.id)
    const body = JSON.stringify(toTermsVersion(write, place, createdBy))
    await Promise.all([
      replay ?? query(insertVersion, versionValues(credential, write, place)),
      replay ?? (write.idempotencyKey && query(insertRecord, recordValues(credential, write, body))),
      query(commit, []),
    ])
    return replay ?? { body, isReplay: false }
  } catch (error) {
    await query(rollback, [])
    throw error
  }
}
