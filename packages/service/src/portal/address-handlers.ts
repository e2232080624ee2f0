import type { memberOperations } from '@affiliate-platform/contract/console'
import type { Handlers } from '@affiliate-platform/contract/server'
import { proveAddress, takeBackAddress } from '@affiliate-platform/platform/addresses'
import type { RequestContext } from '@affiliate-platform/platform/database'
import { createOwnAddress } from '../console/own-address.ts'
import type { PortalContext } from './portal-context.ts'

type AddressOperations = Pick<
  typeof memberOperations,
  'readMemberAddress' | 'changeMemberAddress' | 'confirmMemberAddress' | 'proveAddress' | 'takeBackAddress'
>

/** Changes the address of who is signed in, and takes links about addresses from whoever has one. */
export function createMemberAddressHandlers({ database }: PortalContext, sendsMail: boolean) {
  const own = createOwnAddress({ database, sendsMail }, 'member')
  return {
    readMemberAddress: own.read,
    changeMemberAddress: own.change,
    confirmMemberAddress: own.confirm,

    proveAddress: async ({ body: { token } }) => {
      const appliesFrom = await proveAddress(database, token)
      return { value: { appliesFrom: appliesFrom?.toISOString() ?? null } }
    },

    takeBackAddress: async ({ body: { token } }) => ({
      value: { outcome: await takeBackAddress(database, token) },
    }),
  } satisfies Handlers<AddressOperations, RequestContext>
}
