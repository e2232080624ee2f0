import type { memberOperations } from '@affiliate-platform/contract/console'
import { accessDenied, type Caller, type Handlers } from '@affiliate-platform/contract/server'
import { actAs } from '@affiliate-platform/platform/audit'
import { toPlaces } from '@affiliate-platform/platform/balances'
import type { RequestContext } from '@affiliate-platform/platform/database'
import { erasePerson } from '@affiliate-platform/platform/erasure'
import { leaveProgram } from '@affiliate-platform/platform/memberships'
import { isFreshSession, listOwnMemberships } from '@affiliate-platform/platform/people'
import { toPlacesOnWire } from '../console/console-context.ts'
import { findMember, type PortalContext } from './portal-context.ts'

type LeavingOperations = Pick<
  typeof memberOperations,
  'leaveOwnProgram' | 'readOwnErasure' | 'eraseOwnAccount'
>

/** Lets members leave a program, and have themselves erased. */
export function createLeavingHandlers({ database, cookie }: PortalContext) {
  const erase = async ({ workspaceId, lineageId: accountId, actor }: Caller, isDryRun: boolean) => {
    const erasure = await erasePerson(database, { workspaceId, accountId, actor, isDryRun })
    if (erasure === undefined) throw accessDenied()
    return erasure
  }
  return {
    leaveOwnProgram: async ({ caller, pathId }) => {
      const outcome = await leaveProgram(actAs(database, caller.actor), findMember(caller, pathId))
      return { value: { rejected: outcome === 'suspended' ? outcome : null } }
    },

    readOwnErasure: async ({ caller }) => {
      const { workspaceId, lineageId: accountId } = caller
      const [own, isFresh] = await Promise.all([
        listOwnMemberships(database, { workspaceId, accountId }),
        isFreshSession(database, caller),
      ])
      const { isErased, erased, left } = await erase(caller, true)
      return {
        value: {
          members: erased.map(({ name, programName, open, payeesKept }) => ({
            ...{ name, programName, isPayeeKept: payeesKept > 0 },
            open: open.map((balance) => toPlacesOnWire(toPlaces(balance))),
          })),
          left: own
            .filter(({ id }) => left.includes(id))
            .map(({ name, programName }) => ({ name, programName })),
          ...{ isOperator: !isErased, isFresh },
        },
      }
    },

    eraseOwnAccount: async ({ caller }) => {
      if (!(await isFreshSession(database, caller))) return { value: { rejected: 'sign_in_again' } }
      await erase(caller, false)
      return { value: { rejected: null }, headers: { 'Set-Cookie': cookie.clear() } }
    },
  } satisfies Handlers<LeavingOperations, RequestContext>
}
