import type { consoleOperations } from '@affiliate-platform/contract/console'
import { accessDenied, type Handlers } from '@affiliate-platform/contract/server'
import { actAs } from '@affiliate-platform/platform/audit'
import type { RequestContext } from '@affiliate-platform/platform/database'
import {
  deliveryStates,
  type ListedDelivery,
  listDeliveries,
  repeatDeliveries,
} from '@affiliate-platform/platform/outbox'
import type { ConsoleContext } from './console-context.ts'

type DeliveryOperations = Pick<typeof consoleOperations, 'listDeliveries' | 'repeatDelivery'>

const deliveriesMax = 50

/** Shows what endpoints were told, and has it delivered once more. */
export function createDeliveryHandlers({ database }: ConsoleContext) {
  return {
    listDeliveries: async ({ caller: { workspaceId }, query: { state, endpointId, after } }) => {
      const [id = '', atEndpoint = ''] = after?.split('/') ?? []
      const found = await listDeliveries(
        database,
        { workspaceId, endpointId, state: deliveryStates.find((name) => name === state) },
        {
          after: after === undefined ? undefined : { id, endpointId: atEndpoint },
          limit: deliveriesMax + 1,
        },
      )
      const items = found.slice(0, deliveriesMax)
      const last = found.length > deliveriesMax ? items.at(-1) : undefined
      const next = last === undefined ? null : `${last.id}/${last.endpointId}`
      return { value: { items: items.map(toItem), next } }
    },

    repeatDelivery: async ({ caller: { workspaceId, actor }, pathId: messageId, body: { endpointId } }) => {
      const asked = { messageId, endpointId }
      const repeated = await repeatDeliveries(actAs(database, actor), workspaceId, asked)
      if (repeated === 0) throw accessDenied()
      return { value: {} }
    },
  } satisfies Handlers<DeliveryOperations, RequestContext>
}

const toItem = ({ createdAt, nextAttemptAt, deliveredAt, ...delivery }: ListedDelivery) => ({
  ...delivery,
  createdAt: createdAt.toISOString(),
  nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
  deliveredAt: deliveredAt?.toISOString() ?? null,
})
