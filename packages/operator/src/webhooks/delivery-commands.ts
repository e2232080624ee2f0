import {
  type DeliveryFilter,
  deliveryStates,
  type ListedDelivery,
  listDeliveries,
  repeatDeliveries,
} from '@affiliate-platform/platform/outbox'
import { Option } from 'commander'
import * as z from 'zod'
import { act, flag } from '../command-line/act.ts'
import { list } from '../command-line/list-command.ts'
import { parseId, parserOf } from '../command-line/parse-value.ts'
import { unknownEndpoint } from './rotate-command.ts'

type ListFlags = Pick<Partial<DeliveryFilter>, 'state'> & { readonly endpoint?: string }

const parsePosition = parserOf(
  z.string().regex(/^[\da-f-]{36}\/[\da-f-]{36}$/),
  'What the previous list printed.',
)

const endpointOption = (description: string): Option => flag('--endpoint <id>', description, parseId)

export const deliveriesCommand = list<ListFlags>()({
  name: 'deliveries',
  description: 'list what endpoints were told in the last 30 days and what came of it, newest first',
  examples: ['webhooks deliveries', 'webhooks deliveries --endpoint "$endpoint" --state failed --json'],
  options: [
    endpointOption('only those to this endpoint'),
    new Option('--state <state>', 'only those that wait, were delivered or failed').choices(deliveryStates),
  ],
  first: ['topic', 'state', 'outcome'],
  parseAfter: parsePosition,
  toTableRow: ({ id, endpointId, ...delivery }: ListedDelivery) => ({ ...delivery, id, endpointId }),
  find: async ({ database, workspaceId, flags: { endpoint: endpointId, state }, page: { after, limit } }) => {
    const [id, atEndpoint] = after?.split('/') ?? []
    const position = id === undefined || atEndpoint === undefined ? undefined : { id, endpointId: atEndpoint }
    return await listDeliveries(database, { workspaceId, endpointId, state }, { after: position, limit })
  },
  toAfter: ({ id, endpointId }) => `${id}/${endpointId}`,
})

export const repeatCommand = act<{ readonly endpoint?: string }>()({
  name: 'repeat',
  of: 'message',
  description: 'deliver a message once more, with its id and its text, signed anew',
  examples: ['webhooks repeat "$message"', 'webhooks repeat "$message" --endpoint "$endpoint" --as mia'],
  options: [endpointOption('only to this endpoint (default: to each that it went to)')],
  run: async ({ database, workspaceId, id, flags: { endpoint: endpointId } }) => {
    const deliveries = await repeatDeliveries(database, workspaceId, { messageId: id, endpointId })
    return deliveries === 0 ? undefined : { id, deliveries }
  },
  missing: 'No endpoint that is still there and enabled was told of such a message. See webhooks deliveries.',
  done: ({ deliveries }) => `Deliveries to be made once more: ${deliveries}.`,
})

export const repeatFailedCommand = act<object>()({
  name: 'repeat-failed',
  of: 'endpoint',
  description: 'deliver once more what was given up at an endpoint, after its receiver was repaired',
  examples: ['webhooks repeat-failed "$endpoint" --as mia'],
  run: async ({ database, workspaceId, id }) => {
    const deliveries = await repeatDeliveries(database, workspaceId, { messageId: undefined, endpointId: id })
    return deliveries === 0 ? undefined : { id, deliveries }
  },
  missing: `${unknownEndpoint} Or it is disabled, or nothing has failed there.`,
  done: ({ deliveries }) => `Deliveries to be made once more: ${deliveries}.`,
})
