import { findDelivery, tellTest } from '@affiliate-platform/platform/outbox'
import { awaitAttempt } from '../command-line/await-attempt.ts'
import { change } from '../command-line/change-command.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { unknownEndpoint } from './rotate-command.ts'

export const testCommand = change<object>()({
  name: 'test',
  of: 'endpoint',
  description: 'have serve send webhook.test to an endpoint, and tell what came of the first attempt',
  examples: ['webhooks test "$endpoint"'],
  toChange: ({ id: endpointId }) => ({
    run: async (database, workspaceId) => {
      const key = { workspaceId, endpointId }
      const messageId = await tellTest(database, key)
      if (messageId === undefined) throw new OperatorError(`${unknownEndpoint} Or it is disabled.`)
      const delivery = await awaitAttempt(() => findDelivery(database, key, messageId))
      if (delivery === undefined) {
        throw new OperatorError(
          `Message ${messageId} still waits: no process has tried to deliver it. Does serve run, with AFFILIATE_SECRET_KEY?`,
        )
      }
      const { outcome, state } = delivery
      const isDelivered = state === 'delivered'
      return {
        value: messageId,
        record: delivery,
        message: `The endpoint responded with ${outcome}.`,
        failure: isDelivered ? undefined : `It was not delivered: ${outcome}. It is tried again.`,
      }
    },
  }),
})
