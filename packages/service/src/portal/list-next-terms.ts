import { accessDenied } from '@affiliate-platform/contract/server'
import type { Database } from '@affiliate-platform/platform/database'
import { findMembership } from '@affiliate-platform/platform/memberships'
import { findTermsInForce, listTermsHistory } from '@affiliate-platform/platform/terms'
import type { findMember } from './portal-context.ts'

const versionsMax = 20

/** Terms that take the place of those before them. */
export interface NextTerms {
  readonly from: string
  readonly rules: NonNullable<Awaited<ReturnType<typeof findTermsInForce>>>['rules']
}

/** Lists the terms that are to come for a member, of whichever is nearest by then: their own, their group's or the program's. */
export async function listNextTerms(
  database: Database,
  key: ReturnType<typeof findMember>,
  { nowMs, inForceId }: { readonly nowMs: number; readonly inForceId: string | undefined },
): Promise<readonly NextTerms[]> {
  const { workspaceId, membershipId } = key
  const membership = await findMembership(database, { workspaceId, id: membershipId })
  if (membership === undefined) throw accessDenied()
  const { groupId, programId } = membership
  const targets = [
    { kind: 'membership', id: membershipId } as const,
    ...(groupId === null ? [] : [{ kind: 'group', id: groupId } as const]),
    { kind: 'program', id: programId } as const,
  ]
  const versions = await Promise.all(
    targets.map((target) => listTermsHistory(database, { workspaceId, target, nowMs, limit: versionsMax })),
  )
  const starts = versions
    .flat()
    .filter(({ state }) => state === 'scheduled')
    .map(({ effectiveAt }) => effectiveAt)
    .toSorted((one, other) => one.getTime() - other.getTime())
  const next: NextTerms[] = []
  let lastId = inForceId
  for (const start of starts) {
    const found = await findTermsInForce(database, key, start.getTime())
    if (found === undefined || found.id === lastId) continue
    lastId = found.id
    next.push({ from: start.toISOString(), rules: found.rules })
  }
  return next
}
