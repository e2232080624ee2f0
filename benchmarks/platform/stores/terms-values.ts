import { operations } from '@affiliate-platform/contract'
import type { Credential } from '../credential.ts'
import { Rejection } from '../rejection.ts'
import type { TermsPlace, TermsWrite } from '../terms.ts'

/** The values that name a stored response. */
export function replayValues({ workspaceId, lineageId }: Credential, write: TermsWrite): unknown[] {
  return [workspaceId, lineageId, operations.saveTerms.id, write.membershipId, write.idempotencyKey]
}

/** The values of a new version. */
export function versionValues(
  { workspaceId, appId, id }: Credential,
  write: TermsWrite,
  { id: versionId, programId, supersedes }: TermsPlace,
): unknown[] {
  const rules = JSON.stringify(write.rules)
  const effectiveAt = new Date(write.effectiveAtMs)
  const createdAt = new Date(write.nowMs)
  const { membershipId } = write
  return [
    workspaceId,
    versionId,
    appId,
    programId,
    membershipId,
    rules,
    effectiveAt,
    supersedes,
    id,
    createdAt,
  ]
}

/** The values of a stored response. */
export function recordValues(credential: Credential, write: TermsWrite, body: string): unknown[] {
  return [...replayValues(credential, write), write.fingerprint, 200, body, new Date(write.nowMs)]
}

/** Gives the stored response again, or rejects a key that was used with another body. */
export function checkReplay(
  { fingerprint, body }: { readonly fingerprint: Buffer; readonly body: string },
  write: TermsWrite,
) {
  if (Buffer.compare(fingerprint, write.fingerprint) === 0) return { body, isReplay: true }
  const detail = 'This Idempotency-Key was used with another body. Use a new key for a new action.'
  throw new Rejection('idempotency_key_reused', detail)
}

/** Rejects a write that breaks business rules. */
export function rejectBroken({ issues }: TermsWrite): void {
  if (issues.length > 0) throw new Rejection('terms_rejected', 'The terms break business rules.')
}
