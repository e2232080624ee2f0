import { createHash } from 'node:crypto'
import { type ApiKeyKind, apiKeyChecksum } from '@affiliate-platform/contract'

/** An app of the data, the largest first. */
export interface WorldApp {
  readonly rank: number
  readonly workspaceId: string
  readonly id: string
  readonly memberships: number
  /** The share of payouts with this rank or a lower one, from 0 to 1. */
  readonly shareUpTo: number
}

/** An API key of the data. */
export interface WorldKey {
  readonly apiKey: string
  readonly id: string
  readonly lineageId: string
  readonly app: WorldApp
}

/** Everything that follows from the number of payouts, so that no process has to read it from the database. */
export interface World {
  readonly payouts: number
  readonly apps: readonly WorldApp[]
  /**
   * Lanes of keys. Each case uses lanes of its own, so that no case uses up another's quota, and the same place of
   * every lane is a key of the same app, so that all cases do the same work.
   */
  readonly lanes: readonly (readonly WorldKey[])[]
  /** Lanes whose keys all belong to the largest app. */
  readonly largestAppLanes: readonly (readonly WorldKey[])[]
}

const appsMax = 1000
const workspaces = 200
const laneCount = 16
const laneKeys = 2000
const largestAppLaneCount = 10
const largestAppLaneKeys = 500

/** Builds the data's layout: apps by Zipf's law, so that the largest has an eighth of all payouts. */
export function buildWorld(payouts: number): World {
  const apps = buildApps(payouts)
  const lane = (index: number, keys: number, toApp: (place: number) => WorldApp) =>
    Array.from({ length: keys }, (_, place) => buildKey(`${index}/${place}`, toApp(place)))
  const appAt = (place: number) => findApp(apps, (((place * 617) % laneKeys) + 0.5) / laneKeys)
  const largest = findApp(apps, 0)
  return {
    payouts,
    apps,
    lanes: Array.from({ length: laneCount }, (_, index) => lane(index, laneKeys, appAt)),
    largestAppLanes: Array.from({ length: largestAppLaneCount }, (_, index) =>
      lane(laneCount + index, largestAppLaneKeys, () => largest),
    ),
  }
}

function buildApps(payouts: number): readonly WorldApp[] {
  const weights = Array.from({ length: appsMax }, (_, index) => 1 / (index + 1))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let share = 0
  return weights.map((weight, rank) => {
    share += weight / total
    return {
      rank,
      workspaceId: toId(`workspace/${rank % workspaces}`),
      id: toId(`app/${rank}`),
      memberships: Math.max(3, Math.min(2000, Math.floor((payouts * weight) / total / 100))),
      shareUpTo: rank === appsMax - 1 ? 1 : share,
    }
  })
}

function findApp(apps: readonly WorldApp[], share: number): WorldApp {
  const app = apps.find(({ shareUpTo }) => share < shareUpTo)
  if (app === undefined) throw new RangeError('A share is below 1.')
  return app
}

/** The id that stands for a name; the SQL of the data makes the same. */
export function toId(name: string): string {
  const hex = createHash('md5').update(name).digest('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The id of an app's membership. */
export function toMembershipId(app: WorldApp, index: number): string {
  return toId(`membership/${app.rank}/${index % app.memberships}`)
}

function buildKey(name: string, app: WorldApp): WorldKey {
  return {
    apiKey: toApiKey('affiliate', name),
    id: toId(`key/${name}`),
    lineageId: toId(`lineage/${name}`),
    app,
  }
}

/** The API key of a kind that stands for a name. */
export function toApiKey(kind: ApiKeyKind, name: string): string {
  const material = createHash('sha256').update(`benchmark-key/${name}`).digest('hex')
  const body = `aff_${kind}_${material.slice(0, 33)}`
  return `${body}_${apiKeyChecksum(body)}`
}
