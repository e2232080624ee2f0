import type { Credential } from '../credential.ts'
import type { PayoutRow } from '../page.ts'
import { toFilters, toListValues } from '../query.ts'
import type { QuotaRow } from '../quota.ts'
import { underWindow } from '../rejection.ts'
import { listCountedPayouts } from '../statements.ts'
import { type AccessSteps, quotaValues } from './access-steps.ts'
import { rejectForeignFilters } from './ordinary-store.ts'
import type { Query } from './pool.ts'
import type { Store } from './store.ts'

/** Makes a list that is counted by the statement that reads it. */
export function createListCounted(query: Query, access: AccessSteps): Store['listPage'] {
  return async (credential: Credential, list, after) => {
    access.rejectClosed(credential)
    await rejectForeignFilters(query, credential, list).catch(async (error: unknown) => {
      await underWindow(await access.admit(credential), () => Promise.reject(error))
    })
    const values = [...quotaValues(credential), ...toListValues(credential, list, after)]
    const rows = await query<QuotaRow & PayoutRow>(listCountedPayouts(toFilters(list)), values)
    const [first] = rows
    const window = await access.readWindow(credential, first)
    return { window, rows: first?.id === null ? [] : rows }
  }
}
