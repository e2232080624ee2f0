import type { Credential } from '../credential.ts'
import { createCredentialCache } from '../credential-cache.ts'
import type { QuotaRow } from '../quota.ts'
import { accessDenied, underWindow } from '../rejection.ts'
import type { Statement } from '../statements.ts'
import { newId, type TermsWrite, toTermsVersion } from '../terms.ts'
import { createAccessSteps, quotaValues } from './access-steps.ts'
import { createListCounted } from './list-counted.ts'
import { createQuery, openPool, readSecret } from './pool.ts'
import { createSaveTerms } from './save-terms-function.ts'
import type { Store } from './store.ts'
import { checkReplay, rejectBroken, replayValues } from './terms-values.ts'

interface SavedRow extends QuotaRow {
  readonly outcome: 'over_quota' | 'denied' | 'replayed' | 'broken' | 'saved'
  readonly body: string
  readonly fingerprint: Buffer
}

/** Opens a store that asks once: quota and list in one statement, quota and terms write in one function. */
export async function openCombinedStore(databaseUrl: string): Promise<Store> {
  const pool = openPool(databaseUrl)
  await pool.query(createSaveTerms)
  const query = createQuery(pool, true)
  const access = createAccessSteps(query)

  return {
    secret: await readSecret(pool),
    findCredential: createCredentialCache(access.findByHash),
    admit: access.admit,
    listPage: createListCounted(query, access),
    async saveTerms(credential, write) {
      access.rejectClosed(credential)
      const [row] = await query<SavedRow>(saveTerms, saveValues(credential, write))
      const isAdmitted = row !== undefined && row.outcome !== 'over_quota'
      const window = await access.readWindow(credential, isAdmitted ? row : undefined)
      return await underWindow(window, async () => ({ window, ...readSaved(row, write) }))
    },
    close: () => pool.end(),
  }
}

const saveTerms: Statement = {
  name: 'save_terms',
  text: 'select * from bench_save_terms($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)',
}

const splitMark = '#'

function saveValues(credential: Credential, write: TermsWrite): unknown[] {
  const [, , operation, membershipId, key = null] = replayValues(credential, write)
  const place = { id: splitMark, programId: splitMark, supersedes: splitMark }
  const version = JSON.stringify(toTermsVersion(write, place, credential.id))
  // No other member of the response can hold the mark. What is superseded may be null, and brings its own quotes.
  const [head, afterId, afterProgram, tail] = version.split(splitMark)
  return [
    ...quotaValues(credential),
    credential.appId,
    operation,
    membershipId,
    key,
    write.fingerprint,
    write.issues.length > 0,
    newId(write.nowMs),
    JSON.stringify(write.rules),
    new Date(write.effectiveAtMs),
    new Date(write.nowMs),
    credential.id,
    [head, afterId, afterProgram?.slice(0, -1), tail?.slice(1)],
  ]
}

function readSaved(row: SavedRow | undefined, write: TermsWrite) {
  if (row?.outcome === 'denied' || row === undefined) throw accessDenied()
  if (row.outcome === 'replayed') return checkReplay(row, write)
  if (row.outcome === 'broken') rejectBroken(write)
  return { body: row.body, isReplay: false }
}
