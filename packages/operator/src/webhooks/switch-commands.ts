import { disableEndpoint, enableEndpoint } from '@affiliate-platform/platform/outbox'
import { act } from '../command-line/act.ts'
import { unknownEndpoint } from './rotate-command.ts'

export const disableCommand = act<object>()({
  name: 'disable',
  of: 'endpoint',
  description: 'deliver nothing to an endpoint until it is enabled: what it is told waits, for 30 days',
  examples: ['webhooks disable "$endpoint" --as mia'],
  run: async ({ database, workspaceId, id }) => {
    const disabled = await disableEndpoint(database, { workspaceId, endpointId: id }, 'by_hand')
    return disabled ? { id, disabled } : undefined
  },
  missing: `${unknownEndpoint} Or it is disabled already.`,
  done: ({ id }) => `Endpoint ${id} was disabled: what it is told waits.`,
})

export const enableCommand = act<object>()({
  name: 'enable',
  of: 'endpoint',
  description: 'deliver to an endpoint again that was disabled, by hand or by a 410: first what waits',
  examples: ['webhooks enable "$endpoint" --as mia'],
  run: async ({ database, workspaceId, id }) => {
    const enabled = await enableEndpoint(database, { workspaceId, endpointId: id })
    return enabled ? { id, enabled } : undefined
  },
  missing: `${unknownEndpoint} Or it is not disabled.`,
  done: ({ id }) => `Endpoint ${id} was enabled: it is told what waits.`,
})
