import { appWebhookTopics, type WebhookTopic, webhookTopics } from '@affiliate-platform/contract'
import { addEndpoint, endpointsMax } from '@affiliate-platform/platform/outbox'
import { Option } from 'commander'
import { required } from '../command-line/act.ts'
import { change } from '../command-line/change-command.ts'
import { OperatorError, UsageError } from '../command-line/operator-error.ts'
import { parseWebhookUrl } from '../command-line/parse-url.ts'
import { recordFlag } from '../command-line/record-name.ts'
import { readSecretKey } from './read-secret-key.ts'

interface AddFlags {
  readonly url: string
  readonly topic?: readonly WebhookTopic[]
  readonly app?: string
}

export const webhookAddCommand = change<AddFlags>()({
  name: 'add',
  description: 'add an endpoint, which is told of what is recorded from now on, and print its secret once',
  examples: [
    'webhooks add --url https://app.example.com/webhooks/affiliates',
    'webhooks add --url https://app.example.com/referrals --topic referral.created referral.voided --app "$app"',
  ],
  options: [
    required('--url <url>', 'where deliveries are sent', parseWebhookUrl),
    new Option('--topic <topic...>', 'what it is told of (default: everything)').choices(webhookTopics),
    recordFlag('app', 'only what is about this app (default: about every app of the workspace)'),
  ],
  toChange: ({ flags: { url, topic, app: appId }, terminal }) => {
    const topics = topic ?? (appId === undefined ? webhookTopics : appWebhookTopics)
    const beyond = appId === undefined ? [] : topics.filter((name) => !appWebhookTopics.includes(name))
    if (beyond.length > 0)
      throw new UsageError(`--topic: ${beyond[0]} is about no single app: leave out --app.`)
    const secretKey = readSecretKey(terminal)
    return {
      run: async (database, workspaceId) => {
        const added = await addEndpoint(database, { workspaceId, appId, url, topics, secretKey })
        if (added === undefined) {
          throw new OperatorError(
            `The workspace has ${endpointsMax} endpoints, as many as it can have. See webhooks list.`,
          )
        }
        const { id, secret } = added
        return {
          value: secret,
          record: { id, url, topics, appId: appId ?? null, secret },
          message: `Endpoint ${id} was added. The secret is shown only once: its receiver verifies deliveries with it.`,
        }
      },
    }
  },
})
