import { appWebhookTopics, webhookTopics } from '@affiliate-platform/contract'
import { consoleOperations } from '@affiliate-platform/contract/console'
import { accessDenied, checkBusinessRules, type Handlers } from '@affiliate-platform/contract/server'
import type { MadeBefore } from '@affiliate-platform/platform/api-keys'
import { listApps } from '@affiliate-platform/platform/apps'
import { actAs } from '@affiliate-platform/platform/audit'
import type { RequestContext } from '@affiliate-platform/platform/database'
import {
  type AddedEndpoint,
  addEndpointOnce,
  disableEndpoint,
  enableEndpoint,
  endpointsMax,
  findEndpoint,
  listEndpoints,
  removeEndpoint,
  repeatDeliveries,
  rotateSecretOnce,
  tellTest,
  type WebhookEndpoint,
} from '@affiliate-platform/platform/outbox'
import type { ConsoleContext } from './console-context.ts'
import { readMadeId, requireClaim } from './made-once.ts'
import { requireSecretKey } from './require-secret-key.ts'

type EndpointOperations = Pick<
  typeof consoleOperations,
  | 'listEndpoints'
  | 'addEndpoint'
  | 'rotateEndpoint'
  | 'switchEndpoint'
  | 'removeEndpoint'
  | 'testEndpoint'
  | 'repeatFailedDeliveries'
>

const appsMax = 1000
const topics = webhookTopics.map((name) => ({ name, isOfApp: appWebhookTopics.includes(name) }))

/** Shows the endpoints of webhooks, and does with them what the commands do. */
export function createWebhookHandlers({ database, secretKey }: ConsoleContext) {
  return {
    listEndpoints: async ({ caller: { workspaceId } }) => {
      const [found, apps] = await Promise.all([
        listEndpoints(database, workspaceId, { after: undefined, limit: endpointsMax }),
        listApps(database, workspaceId, { after: undefined, limit: appsMax }),
      ])
      const names = new Map(apps.map(({ id, name }) => [id, name]))
      return {
        value: {
          items: found.map((endpoint) => toItem(endpoint, names)),
          ...{ keepsSecrets: secretKey !== undefined, itemsMax: endpointsMax, topics },
          apps: apps.map(({ id, name }) => ({ id, name })),
        },
      }
    },

    addEndpoint: async ({ caller: { workspaceId, actor }, body, claim }) => {
      checkBusinessRules(consoleOperations.addEndpoint, body, 0)
      const plan = { ...body, workspaceId, appId: body.appId ?? undefined }
      const made = await addEndpointOnce(
        actAs(database, actor),
        { ...plan, secretKey: requireSecretKey(secretKey) },
        { ...requireClaim(claim), targetId: workspaceId },
      )
      return { value: { endpoint: made === undefined ? null : toMade(made) } }
    },

    rotateEndpoint: async ({ caller: { workspaceId, actor }, pathId: endpointId, body, claim }) => {
      const made = await rotateSecretOnce(
        actAs(database, actor),
        {
          ...{ workspaceId, endpointId, overlapMs: body.overlapSeconds * 1000 },
          secretKey: requireSecretKey(secretKey),
        },
        requireClaim(claim),
      )
      if (made === undefined) throw accessDenied()
      return { value: toMade(made) }
    },

    switchEndpoint: async ({ caller: { workspaceId, actor }, pathId: endpointId, body: { isEnabled } }) => {
      const key = { workspaceId, endpointId }
      const acting = actAs(database, actor)
      const isSwitched = isEnabled
        ? await enableEndpoint(acting, key)
        : await disableEndpoint(acting, key, 'by_hand')
      if (!isSwitched && (await findEndpoint(database, key)) === undefined) throw accessDenied()
      return { value: {} }
    },

    removeEndpoint: async ({ caller: { workspaceId, actor }, pathId: endpointId }) => {
      if (!(await removeEndpoint(actAs(database, actor), { workspaceId, endpointId }))) throw accessDenied()
      return { value: {} }
    },

    testEndpoint: async ({ caller: { workspaceId, actor }, pathId: endpointId }) => {
      const key = { workspaceId, endpointId }
      const messageId = await tellTest(actAs(database, actor), key)
      if (messageId === undefined && (await findEndpoint(database, key)) === undefined) throw accessDenied()
      return { value: { messageId: messageId ?? null } }
    },

    repeatFailedDeliveries: async ({ caller: { workspaceId, actor }, pathId: endpointId }) => {
      const asked = { messageId: undefined, endpointId }
      return { value: { deliveries: await repeatDeliveries(actAs(database, actor), workspaceId, asked) } }
    },
  } satisfies Handlers<EndpointOperations, RequestContext>
}

function toItem(endpoint: WebhookEndpoint, names: ReadonlyMap<string, string>) {
  const { appId, waitingSince, overlapEndsAt, disabledAt, createdAt, ...rest } = endpoint
  return {
    ...rest,
    app: appId === null ? null : (names.get(appId) ?? appId),
    waitingSince: waitingSince?.toISOString() ?? null,
    overlapEndsAt: overlapEndsAt?.toISOString() ?? null,
    disabledAt: disabledAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}

/** An endpoint whose secret was made now, or before: then only its id is known. */
const toMade = (made: AddedEndpoint | MadeBefore) =>
  'first' in made ? { id: readMadeId(made), secret: null } : { id: made.id, secret: made.secret }
