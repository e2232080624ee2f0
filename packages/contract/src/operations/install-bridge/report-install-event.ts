import * as z from 'zod/mini'
import { shopDomainSchema } from '../../lib/identify.ts'
import { instantSchema } from '../../lib/instants.ts'
import { defineOperation } from '../definitions/operation.ts'
import { attributionOutcomes, attributionResponseSchema } from './attribution-outcome.ts'

/** What an app can tell of a shop. */
export const reportedEventKinds = ['installed', 'uninstalled'] as const

/** No app is older, and not every earlier time can be stored. */
const earliestMs = Date.UTC(2000, 0, 1)

/** Tells that a shop installed or removed the app (D333). The same again adds nothing. */
export const reportInstallEvent = /*@__PURE__*/ defineOperation({
  id: 'reportInstallEvent',
  method: 'POST',
  path: '/api/install-bridge/v1/events',
  sources: ['install_bridge'],
  body: z.strictObject({
    appId: z.guid('An app id (UUID).').check(z.toLowerCase()),
    myshopifyDomain: shopDomainSchema,
    kind: z.enum(reportedEventKinds, 'installed or uninstalled.'),
    occurredAt: instantSchema.check(
      z.refine((text) => !(Date.parse(text) < earliestMs), 'A time of the year 2000 or later.'),
    ),
  }),
  response: attributionResponseSchema,
  knownValues: { '/outcome': attributionOutcomes },
})
