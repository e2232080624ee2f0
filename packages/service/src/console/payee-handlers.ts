import type { ConsoleResponse, consoleOperations } from '@affiliate-platform/contract/console'
import { accessDenied, type Handlers, ServiceError } from '@affiliate-platform/contract/server'
import { actAs } from '@affiliate-platform/platform/audit'
import { type RequestContext, readDatabaseTime } from '@affiliate-platform/platform/database'
import { findMembership } from '@affiliate-platform/platform/memberships'
import {
  describePayeeIssue,
  listPayees,
  normalizePayee,
  type PayeeSetting,
  setPayee,
} from '@affiliate-platform/platform/payees'
import { type ConsoleContext, readNaming } from './console-context.ts'

type PayeeOperations = Pick<typeof consoleOperations, 'listPayees' | 'setPayee'>
type PayeeState = ConsoleResponse<'listPayees'>['items'][number]['state']

/** Shows whom the payouts of members go to, and says where they go from a time on. */
export function createPayeeHandlers(context: ConsoleContext): Handlers<PayeeOperations, RequestContext> {
  const { database } = context
  const read = async (workspaceId: string, membershipId: string) => {
    const [membership, now, payees] = await Promise.all([
      findMembership(database, { workspaceId, id: membershipId }),
      readDatabaseTime(database),
      listPayees(database, { workspaceId, membershipId }),
    ])
    if (membership === undefined) throw accessDenied()
    const setBy = payees.map(({ actor }) => actor)
    const toName = await readNaming(context, workspaceId, setBy)
    const inForce = payees.find(({ effectiveFrom }) => effectiveFrom <= now)
    const items = payees.map(({ actor, createdAt: _createdAt, effectiveFrom, ...payee }) => {
      const state: PayeeState =
        payee.id === inForce?.id ? 'applies' : effectiveFrom > now ? 'scheduled' : 'past'
      const by = actor === 'system' ? null : toName(actor)
      return { ...payee, state, effectiveFrom: effectiveFrom.toISOString(), by }
    })
    return { items }
  }
  return {
    listPayees: async ({ caller: { workspaceId }, pathId }) => ({ value: await read(workspaceId, pathId) }),

    setPayee: async ({ caller: { workspaceId, actor }, pathId: membershipId, body }) => {
      const { effectiveFrom, ...details } = body
      const set = await setPayee(actAs(database, actor), {
        ...{ ...normalizePayee(details), workspaceId, membershipId, actor },
        effectiveFrom: effectiveFrom === null ? undefined : new Date(effectiveFrom),
      })
      if (!set.ok) throw toPayeeError(set.rejection)
      return { value: await read(workspaceId, membershipId) }
    },
  }
}

/** What who sent a payee is told that cannot be. */
export function toPayeeError(
  rejection: Extract<PayeeSetting, { readonly ok: false }>['rejection'],
): ServiceError {
  if (rejection === 'unknown_membership') return accessDenied()
  const { member, message } = describePayeeIssue(rejection)
  const issues = [{ pointer: `/${member}`, code: rejection, message }]
  return new ServiceError('invalid_request', 'This payee cannot be paid.', { issues })
}
