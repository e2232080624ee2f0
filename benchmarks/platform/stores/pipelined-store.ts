import type pg from 'pg'
import type { Credential } from '../credential.ts'
import { createCredentialCache } from '../credential-cache.ts'
import type { QuotaRow } from '../quota.ts'
import { accessDenied, underWindow } from '../rejection.ts'
import {
  admitQuota,
  findApplying,
  findReplay,
  insertRecord,
  insertVersion,
  lockMembership,
} from '../statements.ts'
import { type TermsWrite, toPlace, toTermsVersion } from '../terms.ts'
import { createAccessSteps, quotaValues } from './access-steps.ts'
import { createListCounted } from './list-counted.ts'
import { createQuery, openPool, type Query, readSecret } from './pool.ts'
import type { Store } from './store.ts'
import { checkReplay, recordValues, rejectBroken, replayValues, versionValues } from './terms-values.ts'

/** How far statements are sent without waiting. */
export interface PipelinedOptions {
  /** Whether a write waits for its quota. */
  readonly waitsForQuota: boolean
}

/**
 * Opens a store that sends the service's own statements, those of a write together where none needs the response of
 * another: a list then is one round trip, a write three, or two without waiting for the quota.
 */
export async function openPipelinedStore(
  databaseUrl: string,
  { waitsForQuota }: PipelinedOptions,
): Promise<Store> {
  const pool = openPool(databaseUrl, { pipeline: true })
  const poolQuery = createQuery(pool, true)
  const access = createAccessSteps(poolQuery)
  const { findByHash, admit, rejectClosed, readWindow } = access

  return {
    secret: await readSecret(pool),
    findCredential: createCredentialCache(findByHash),
    admit,
    listPage: createListCounted(poolQuery, access),
    async saveTerms(credential, write) {
      if (waitsForQuota) {
        const window = await admit(credential)
        const saved = () => withClient(pool, (query) => saveIn(query, credential, write))
        return await underWindow(window, async () => ({ window, ...(await saved()) }))
      }
      return await withClient(pool, async (query) => {
        rejectClosed(credential)
        const quota = query<QuotaRow>(admitQuota, quotaValues(credential))
        const saved = saveIn(query, credential, write)
        // Whatever becomes of the write, the quota has the first word.
        await Promise.allSettled([quota, saved])
        const [quotaRow] = await quota
        const window = await readWindow(credential, quotaRow)
        return await underWindow(window, async () => ({ window, ...(await saved) }))
      })
    },
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
    if (replay === undefined) rejectBroken(write)
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
