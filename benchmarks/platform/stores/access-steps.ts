import { type Credential, type CredentialRow, toCredential } from '../credential.ts'
import {
  type ClosedWindows,
  createClosedWindows,
  type QuotaRow,
  type QuotaWindow,
  requestsMax,
  toWaitMs,
  toWindow,
} from '../quota.ts'
import { quotaExceeded } from '../rejection.ts'
import { admitQuota, closeQuota, findCredential } from '../statements.ts'
import type { Query } from './pool.ts'

/** The steps of every request before its own work. */
export interface AccessSteps {
  findByHash(keyHash: Buffer, nowMs: number): Promise<Credential | undefined>
  /** Sends the quota's statement. */
  admit(credential: Credential): Promise<QuotaWindow>
  /** Rejects, without a statement, a credential known to be over its quota. */
  rejectClosed(credential: Credential): void
  /** Reads the window that the quota's statement returned; none means that the credential is over its quota. */
  readWindow(credential: Credential, row: QuotaRow | undefined): Promise<QuotaWindow>
}

/** Creates the steps on a pool. */
export function createAccessSteps(query: Query): AccessSteps {
  const closed: ClosedWindows = createClosedWindows()

  const rejectClosed = ({ lineageId }: Credential): void => {
    const waitMs = closed.waitMs(lineageId)
    if (waitMs > 0) throw quotaExceeded(waitMs, requestsMax)
  }
  const readWindow = async ({ workspaceId, lineageId }: Credential, row: QuotaRow | undefined) => {
    if (row !== undefined) return toWindow(row)
    const [full] = await query<QuotaRow>(closeQuota, [workspaceId, lineageId, null])
    const waitMs = toWaitMs(full)
    closed.close(lineageId, waitMs)
    throw quotaExceeded(waitMs, requestsMax)
  }

  return {
    async findByHash(keyHash, nowMs) {
      const [row] = await query<CredentialRow>(findCredential, [keyHash])
      return toCredential(row, nowMs)
    },
    async admit(credential) {
      rejectClosed(credential)
      const [row] = await query<QuotaRow>(admitQuota, quotaValues(credential))
      return await readWindow(credential, row)
    },
    rejectClosed,
    readWindow,
  }
}

/** The values of the quota's statement. */
export function quotaValues({ workspaceId, lineageId }: Credential): unknown[] {
  return [workspaceId, lineageId, null, requestsMax]
}
