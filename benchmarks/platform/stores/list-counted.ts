import type { Credential } from '../credential.ts'
import { toFilters, toListValues } from '../query.ts'
import type { QuotaRow } from '../quota.ts'
import { underWindow } from '../rejection.ts'
import { toCounted } from '../statements.ts'
import type { ListedRow } from '../summaries.ts'
import { type AccessSteps, quotaValues } from './access-steps.ts'
import { rejectForeignFilters } from './ordinary-store.ts'
import type { Query } from './pool.ts'
import type { Store } from './store.ts'

/** Makes a list that is counted by the statement that reads it. */
export function createListCounted(query: Query, access: AccessSteps): Store['listPage'] {
  return async (credential: Credential, listQuery, after) => {
    access.rejectClosed(credential)
    await rejectForeignFilters(query, credential, listQuery).catch(async (error: unknown) => {
      await underWindow(await access.admit(credential), () => Promise.reject(error))
    })
    const values = [...quotaValues(credential), ...toListValues(credential, listQuery, after)]
    const statement = toCounted(listQuery.list.toStatement(toFilters(listQuery)))
    const rows = await query<QuotaRow & ListedRow>(statement, values)
    const [first] = rows
    const window = await access.readWindow(credential, first)
    return { window, rows: first?.id === null ? [] : rows }
  }
}
