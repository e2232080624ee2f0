import type { ApiKeyKind } from '@affiliate-platform/contract'
import { consoleOperations } from '@affiliate-platform/contract/console'
import {
  accessDenied,
  checkBusinessRules,
  type Handlers,
  type OperationRequest,
} from '@affiliate-platform/contract/server'
import {
  countQuotaUses,
  createApiKeyOnce,
  findApiKey,
  listKeysWorkingFirst,
  type MadeBefore,
  type NewApiKey,
  type Rotation,
  revokeApiKey,
  rotateApiKeyOnce,
} from '@affiliate-platform/platform/api-keys'
import { listApps } from '@affiliate-platform/platform/apps'
import { actAs } from '@affiliate-platform/platform/audit'
import { type RequestContext, readDatabaseTime } from '@affiliate-platform/platform/database'
import type { ConsoleContext } from './console-context.ts'
import { readMadeId, requireClaim } from './made-once.ts'

type KeyOperations = Pick<typeof consoleOperations, 'listKeys' | 'createKey' | 'rotateKey' | 'revokeKey'>

/** Admitted requests in any 60 s, by kind of API key: all kinds but affiliate have that of workspace keys. */
export type KeyQuotas = Readonly<Record<'affiliate' | 'workspace', number>>

const keysMax = 200
const appsMax = 1000

/** Shows API keys with what they use of their quotas, and creates, rotates and revokes them. */
export function createKeyHandlers({ database }: ConsoleContext, quotas: KeyQuotas) {
  const readNowMs = async ({ nowMs }: RequestContext) => nowMs ?? (await readDatabaseTime(database)).getTime()
  return {
    listKeys: async ({ caller: { workspaceId }, context }) => {
      const nowMs = await readNowMs(context)
      const [found, apps] = await Promise.all([
        listKeysWorkingFirst(database, { workspaceId, limit: keysMax + 1 }, nowMs),
        listApps(database, workspaceId, { after: undefined, limit: appsMax }),
      ])
      const keys = found.slice(0, keysMax)
      const lineageIds = [...new Set(keys.map(({ lineageId }) => lineageId))]
      const used = await countQuotaUses(database, { workspaceId, lineageIds }, nowMs)
      const names = new Map(apps.map(({ id, name }) => [id, name]))
      const items = keys.map(({ id, name, hint, kind, appId, scopes, lineageId, state, ...times }) => {
        return {
          ...{ id, name, hint, kind, scopes, state },
          app: appId === null ? null : (names.get(appId) ?? null),
          createdAt: times.createdAt.toISOString(),
          lastUsedAt: times.lastUsedAt?.toISOString() ?? null,
          expiresAt: times.expiresAt?.toISOString() ?? null,
          revokedAt: times.revokedAt?.toISOString() ?? null,
          quota: { used: used.get(lineageId) ?? 0, max: quotaOf(kind, quotas) },
        }
      })
      return {
        value: {
          asOf: new Date(nowMs).toISOString(),
          items,
          isCut: found.length > keysMax,
          apps: apps.map(({ id, name }) => ({ id, name })),
        },
      }
    },

    createKey: async ({ caller: { workspaceId, actor }, context, body, claim }) => {
      const { createKey } = consoleOperations
      checkBusinessRules(createKey, body, await readNowMs(context))
      const once = { ...requireClaim(claim), targetId: workspaceId }
      const made = await createApiKeyOnce(actAs(database, actor), toPlan(body, workspaceId), once)
      if (made === undefined) throw accessDenied()
      return { value: toMadeKey(made) }
    },

    rotateKey: async ({ caller: { workspaceId, actor }, context, pathId: id, body, claim }) => {
      const { rotateKey } = consoleOperations
      checkBusinessRules(rotateKey, body, await readNowMs(context))
      const plan = {
        ...{ id, workspaceId, overlapMs: body.overlapSeconds * 1000 },
        expiresAtMs: toMs(body.expiresAt),
      }
      const rotation = await rotateApiKeyOnce(actAs(database, actor), plan, requireClaim(claim))
      if (rotation.ok) return { value: { successor: toMadeKey(rotation), rejected: null } }
      if (rotation.rejection === 'unknown_key') throw accessDenied()
      return { value: { successor: null, rejected: rejections[rotation.rejection] } }
    },

    revokeKey: async ({ caller: { workspaceId, actor }, pathId: id }) => {
      if ((await findApiKey(database, { workspaceId, id })) === undefined) throw accessDenied()
      await revokeApiKey(actAs(database, actor), { id, workspaceId })
      return { value: {} }
    },
  } satisfies Handlers<KeyOperations, RequestContext>
}

const rejections: Readonly<
  Record<Exclude<Extract<Rotation, { ok: false }>['rejection'], 'unknown_key'>, string>
> = {
  ended_key: 'This key has ended. Create a new one.',
  successor_without_end: 'This key has an end: say when its successor ends.',
  rotated_already: 'This key was rotated before: rotate its successor.',
}

const quotaOf = (kind: ApiKeyKind, { affiliate, workspace }: KeyQuotas): number =>
  kind === 'affiliate' ? affiliate : workspace

const toMs = (instant: string | null): number | undefined =>
  instant === null ? undefined : Date.parse(instant)

type KeyBody = OperationRequest<typeof consoleOperations.createKey, RequestContext>['body']

function toPlan(body: KeyBody, workspaceId: string) {
  const { kind, name, expiresAt } = body
  return {
    ...{ kind, name, workspaceId },
    appId: 'appId' in body ? body.appId : undefined,
    scopes: 'scopes' in body ? body.scopes : [],
    expiresAtMs: toMs(expiresAt),
  }
}

/** A key that was made now, or before: then only its id is known. */
const toMadeKey = (made: NewApiKey | MadeBefore) =>
  'first' in made ? { id: readMadeId(made), apiKey: null } : { id: made.id, apiKey: made.apiKey }
