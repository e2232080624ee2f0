import type { memberOperations } from '@affiliate-platform/contract/console'
import { accessDenied, type Caller, type Handlers } from '@affiliate-platform/contract/server'
import { actAs } from '@affiliate-platform/platform/audit'
import { type RequestContext, readDatabaseTime } from '@affiliate-platform/platform/database'
import { findPayeeHold, listPayees, normalizePayee, setPayee } from '@affiliate-platform/platform/payees'
import { findTakeBackEnd, isFreshSession, listAddressChanges } from '@affiliate-platform/platform/people'
import { findWorkspace } from '@affiliate-platform/platform/workspaces'
import { toPayeeError } from '../console/payee-handlers.ts'
import { maskAccount } from './mask-account.ts'
import { findMember, type PortalContext, selfOf, toTeller } from './portal-context.ts'

type PayeeOperations = Pick<typeof memberOperations, 'readOwnPayee' | 'changeOwnPayee'>

/** Shows members where their payouts go, and moves them. */
export function createOwnPayeeHandlers({
  database,
}: PortalContext): Handlers<PayeeOperations, RequestContext> {
  const read = async (caller: Caller, pathId: string) => {
    const key = findMember(caller, pathId)
    const { workspaceId } = key
    const [workspace, now, payees, heldUntil, isFresh, addressHeldUntil] = await Promise.all([
      findWorkspace(database, workspaceId),
      readDatabaseTime(database),
      listPayees(database, key),
      findPayeeHold(database, key),
      isFreshSession(database, caller),
      findAddressHold(caller),
    ])
    if (workspace === undefined) throw accessDenied()
    const payee = payees.find(({ effectiveFrom }) => effectiveFrom <= now)
    return {
      payee:
        payee === undefined
          ? null
          : {
              ...{ name: payee.name, kind: payee.kind, method: payee.method },
              account: maskAccount(payee),
              since: payee.effectiveFrom.toISOString(),
              by: toTeller(payee.actor, selfOf(caller)),
              heldUntil: heldUntil?.toISOString() ?? null,
            },
      holdDays: workspace.payeeHoldDays,
      isFresh,
      addressHeldUntil: addressHeldUntil?.toISOString() ?? null,
    }
  }
  // Whoever has taken over an address does not move the money as well, before it could be taken back.
  const findAddressHold = async ({ workspaceId, lineageId: accountId }: Caller) =>
    findTakeBackEnd(await listAddressChanges(database, { workspaceId, accountId }))
  return {
    readOwnPayee: async ({ caller, pathId }) => ({ value: await read(caller, pathId) }),

    changeOwnPayee: async ({ caller, pathId, body }) => {
      const key = findMember(caller, pathId)
      const { actor } = caller
      if (!(await isFreshSession(database, caller))) {
        return { value: { ...(await read(caller, pathId)), rejected: 'sign_in_again' } }
      }
      if ((await findAddressHold(caller)) !== undefined) {
        return { value: { ...(await read(caller, pathId)), rejected: 'new_address' } }
      }
      const set = await setPayee(actAs(database, actor), {
        ...{ ...normalizePayee(body), ...key, actor },
        effectiveFrom: undefined,
      })
      if (!set.ok) throw toPayeeError(set.rejection)
      return { value: { ...(await read(caller, pathId)), rejected: null } }
    },
  }
}
