import type { consoleOperations } from '@affiliate-platform/contract/console'
import { accessDenied, type Handlers } from '@affiliate-platform/contract/server'
import { type AddressRejection, changeAddress, keepAddress } from '@affiliate-platform/platform/addresses'
import { actAs } from '@affiliate-platform/platform/audit'
import type { RequestContext } from '@affiliate-platform/platform/database'
import { findAccount, findWaiting, listAddressChanges } from '@affiliate-platform/platform/people'
import type { ConsoleContext } from './console-context.ts'
import { createOwnAddress, toNextAddress } from './own-address.ts'

type AddressOperations = Pick<
  typeof consoleOperations,
  | 'readOwnAddress'
  | 'changeOwnAddress'
  | 'confirmOwnAddress'
  | 'readPersonAddress'
  | 'changePersonAddress'
  | 'keepPersonAddress'
>

const noMail = 'A link has to be sent to the address, and this service sends no mail.'
/** What keeps an owner from saying an address, of what can. */
const describeRejection = (rejection: AddressRejection): string =>
  rejection === 'same'
    ? 'They have this address already.'
    : 'Somebody else has this address, or can still take it back.'

/** Changes the address of who is signed in, and has owners say those of people who cannot sign in. */
export function createAddressHandlers({ database }: ConsoleContext, sendsMail: boolean) {
  const own = createOwnAddress({ database, sendsMail }, 'operator')
  const read = async (workspaceId: string, accountId: string, rejected: string | null = null) => {
    const [account, changes] = await Promise.all([
      findAccount(database, { workspaceId, accountId }),
      listAddressChanges(database, { workspaceId, accountId }),
    ])
    if (account === undefined) throw accessDenied()
    return { value: { next: toNextAddress(findWaiting(changes)), rejected } }
  }
  return {
    readOwnAddress: own.read,
    changeOwnAddress: own.change,
    confirmOwnAddress: own.confirm,

    readPersonAddress: ({ caller: { workspaceId }, pathId }) => read(workspaceId, pathId),

    changePersonAddress: async ({ caller: { workspaceId, actor }, pathId: accountId, body }) => {
      if (!sendsMail) return await read(workspaceId, accountId, noMail)
      const { email, reason } = body
      const address = { workspaceId, accountId, email, by: { reason } }
      const changed = await changeAddress(actAs(database, actor), address)
      return await read(workspaceId, accountId, changed.ok ? null : describeRejection(changed.rejection))
    },

    keepPersonAddress: async ({ caller: { workspaceId, actor }, pathId: accountId }) => {
      await keepAddress(actAs(database, actor), { workspaceId, accountId })
      return await read(workspaceId, accountId)
    },
  } satisfies Handlers<AddressOperations, RequestContext>
}
