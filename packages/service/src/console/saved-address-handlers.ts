import type { consoleOperations } from '@affiliate-platform/contract/console'
import { accessDenied, type Caller, type Handlers } from '@affiliate-platform/contract/server'
import type { RequestContext } from '@affiliate-platform/platform/database'
import { listSavedAddresses, removeSavedAddress, saveAddress } from '@affiliate-platform/platform/people'
import type { ConsoleContext } from './console-context.ts'

type SavedAddressOperations = Pick<
  typeof consoleOperations,
  'listSavedAddresses' | 'saveAddress' | 'removeSavedAddress'
>

/** Keeps addresses of the console that operators have given a name, each for themself. */
export function createSavedAddressHandlers({ database }: ConsoleContext) {
  const toKey = ({ workspaceId, lineageId: accountId }: Caller) => ({ workspaceId, accountId })
  const read = async (caller: Caller) => ({ items: await listSavedAddresses(database, toKey(caller)) })
  return {
    listSavedAddresses: async ({ caller }) => ({ value: await read(caller) }),

    saveAddress: async ({ caller, body }) => {
      const isSaved = await saveAddress(database, { ...toKey(caller), ...body })
      return { value: { ...(await read(caller)), rejected: isSaved ? null : 'too_many' } }
    },

    removeSavedAddress: async ({ caller, pathId: id }) => {
      if (!(await removeSavedAddress(database, { ...toKey(caller), id }))) throw accessDenied()
      return { value: await read(caller) }
    },
  } satisfies Handlers<SavedAddressOperations, RequestContext>
}
