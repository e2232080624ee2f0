import { rotateSecret } from '@affiliate-platform/platform/outbox'
import { flag } from '../command-line/act.ts'
import { change } from '../command-line/change-command.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseDurationMs } from '../command-line/parse-value.ts'
import { readSecretKey } from './read-secret-key.ts'

const defaultOverlap = '24h'

export const unknownEndpoint = 'The workspace has no such endpoint. See webhooks list.'

export const webhookRotateCommand = change<{ readonly overlap: number }>()({
  name: 'rotate',
  of: 'endpoint',
  description:
    'give an endpoint a new secret and print it once; for a while, deliveries are signed with both',
  examples: ['webhooks rotate "$endpoint"', 'webhooks rotate "$endpoint" --overlap 0s --as mia'],
  options: [
    flag('--overlap <duration>', 'how long both secrets sign', parseDurationMs).default(
      parseDurationMs('--overlap')(defaultOverlap),
      defaultOverlap,
    ),
  ],
  toChange: ({ id: endpointId, flags: { overlap: overlapMs }, terminal }) => {
    const secretKey = readSecretKey(terminal)
    return {
      run: async (database, workspaceId) => {
        const secret = await rotateSecret(database, { workspaceId, endpointId, secretKey, overlapMs })
        if (secret === undefined) throw new OperatorError(unknownEndpoint)
        return {
          value: secret,
          record: { id: endpointId, secret },
          message:
            'The new secret is shown only once: the receiver has to accept it before the overlap ends.',
        }
      },
    }
  },
})
