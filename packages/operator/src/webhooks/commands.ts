import { listEndpoints, removeEndpoint, type WebhookEndpoint } from '@affiliate-platform/platform/outbox'
import { act, type NounPlan } from '../command-line/act.ts'
import { list } from '../command-line/list-command.ts'
import { webhookAddCommand } from './add-command.ts'
import { deliveriesCommand, repeatCommand, repeatFailedCommand } from './delivery-commands.ts'
import { listenCommand } from './listen-command.ts'
import { unknownEndpoint, webhookRotateCommand } from './rotate-command.ts'
import { disableCommand, enableCommand } from './switch-commands.ts'
import { testCommand } from './test-command.ts'

const listCommand = list<object>()({
  description:
    'list the endpoints, oldest first, with the oldest message that waits, the failures in a row and since when one is disabled',
  examples: ['webhooks list', 'webhooks list --json'],
  first: ['url', 'disabledAt', 'waitingSince', 'failures'],
  toTableRow: ({ topics, ...endpoint }: WebhookEndpoint) => ({ ...endpoint, topics: topics.join(' ') }),
  find: ({ database, workspaceId, page }) => listEndpoints(database, workspaceId, page),
  toAfter: ({ id }) => id,
})

const removeCommand = act<object>()({
  name: 'remove',
  of: 'endpoint',
  description: 'remove an endpoint: it is told nothing more, not even what waits',
  examples: ['webhooks remove "$endpoint" --as mia'],
  run: async ({ database, workspaceId, id }) => {
    const removed = await removeEndpoint(database, { workspaceId, endpointId: id })
    return removed ? { id, removed } : undefined
  },
  missing: unknownEndpoint,
  done: ({ id }) => `Endpoint ${id} was removed.`,
})

/** What is done with the endpoints that are told of what happens. */
export const webhooksCommands: NounPlan = {
  name: 'webhooks',
  description: 'tell others of referrals, commissions and payouts as they are recorded',
  commands: [
    ...[
      webhookAddCommand,
      listCommand,
      webhookRotateCommand,
      disableCommand,
      enableCommand,
      removeCommand,
      testCommand,
    ],
    ...[deliveriesCommand, repeatCommand, repeatFailedCommand, listenCommand],
  ],
}
