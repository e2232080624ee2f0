import { createSecretKey } from 'node:crypto'
import { type ListId, operations } from '@affiliate-platform/contract'
import pg from 'pg'
import { toId, toMembershipId, type World, type WorldApp, type WorldKey } from '../database/world.ts'
import { sealCursor } from '../platform/cursor.ts'
import type { HttpResponse } from './http-connection.ts'
import {
  burst,
  type CreateScript,
  createKeyRing,
  expectStatus,
  laneOf,
  makeKnown,
  type Script,
  type ScriptContext,
  toRequest,
  type Visitor,
} from './script.ts'

const { path: payoutsPath } = operations.listPayouts
const expectOk = expectStatus(200)

type ToFilter = (app: WorldApp, walk: number) => string

const byStatus: ToFilter = () => 'status=reported'
const byCurrency: ToFilter = () => 'currency=EUR'
const byTime: ToFilter = () => 'from=2025-06-01T00:00:00Z'
const byProgram: ToFilter = ({ rank }) => `programId=${toId(`program/${rank}/1`)}`
const byGroup: ToFilter = ({ rank }) => `groupId=${toId(`group/${rank}/1/1`)}`
const byMembership: ToFilter = (app, walk) => `membershipId=${toMembershipId(app, walk)}`

const filtersOfWalks: Readonly<Partial<Record<ListId, readonly ToFilter[]>>> = {
  listGroups: [byTime, byProgram],
  listMemberships: [byTime, byProgram, byGroup],
  listReferrals: [byTime, byProgram, byGroup, byMembership],
  listCommissions: [byGroup, byCurrency, byTime, byMembership],
  listPayouts: [byStatus, byCurrency, byTime, byMembership],
}

/** The filters that the walks of a list take by turns, one walk of ten each. Every list has a filter by time. */
export const findWalkFilters = (list: ListId): readonly ToFilter[] => filtersOfWalks[list] ?? [byTime]

/** The query of a walk, by its number: most walks have no filter. */
const toWalkQuery = (list: ListId, app: WorldApp, walk: number): string =>
  findWalkFilters(list)[(walk % 10) - 6]?.(app, walk) ?? ''

/** Walks: each key reads the pages of its app under one filter, at most 20 of them, then the next key has its turn. */
export const walks: CreateScript = (context) => walk(context, { staysWithKey: false })

/** The same, but a list of one page is walked again, up to those 20. */
export const repeatedWalks: CreateScript = (context) => walk(context, { staysWithKey: true })

function walk(
  { world, list, lane, start }: ScriptContext,
  { staysWithKey }: { readonly staysWithKey: boolean },
): Script {
  const { path } = operations[list]
  const keys = laneOf(world.lanes, lane)
  const nextKey = createKeyRing(keys, start)
  let walkCount = 0
  const createVisitor = (): Visitor => {
    let key: WorldKey
    let query: string
    let pagesLeft = 0
    let cursor: string | undefined
    return {
      next() {
        if (pagesLeft === 0 || cursor === undefined) {
          if (pagesLeft === 0 || !staysWithKey) {
            key = nextKey()
            pagesLeft = burst
          }
          walkCount += 1
          query = toWalkQuery(list, key.app, walkCount)
          cursor = undefined
        }
        pagesLeft -= 1
        return toListRequest(path, key, cursor === undefined ? query : `${query}&cursor=${cursor}`)
      },
      read(response) {
        expectOk(response)
        cursor = readNextCursor(response)
      },
    }
  }
  return { createVisitor, prepare: makeKnown(keys) }
}

function toListRequest(path: string, key: WorldKey, query: string): string {
  return toRequest('GET', query === '' ? path : `${path}?${query.replace(/^&/, '')}`, { key: key.apiKey })
}

// The cursor is the last member of a page, and always of one length.
function readNextCursor({ body }: HttpResponse): string | undefined {
  return /"nextCursor":"([\w-]+)"\}$/.exec(body.toString('latin1', Math.max(0, body.length - 200)))?.[1]
}

/** One query again and again, by the keys of the largest app. */
export const sameQuery =
  (toQuery: (app: WorldApp) => string): CreateScript =>
  ({ world, lane, start }) =>
    repeat({ world, lane, start }, (key) => toQuery(key.app))

/**
 * The page after so many others of the largest app.
 *
 * @param pages - of 50 rows; a database that has fewer gives its last full page
 */
export const deepPage =
  (pages: number): CreateScript =>
  async ({ world, databaseUrl, lane, start }) => {
    const { secret, position } = await readPosition(databaseUrl, world, pages)
    return repeat({ world, lane, start }, ({ lineageId }) => {
      return `cursor=${sealCursor(secret, { section: 'payouts', lineageId, filters: {} }, { position })}`
    })
  }

function repeat(
  { world, lane, start }: Pick<ScriptContext, 'world' | 'lane' | 'start'>,
  toQuery: (key: WorldKey) => string,
) {
  const nextKey = createKeyRing(laneOf(world.largestAppLanes, lane), start)
  const createVisitor = (): Visitor => {
    let request = ''
    let left = 0
    return {
      next() {
        if (left === 0) {
          const key = nextKey()
          request = toListRequest(payoutsPath, key, toQuery(key))
          left = burst
        }
        left -= 1
        return request
      },
      read: expectOk,
    }
  }
  return { createVisitor }
}

async function readPosition(connectionString: string, { apps }: World, pages: number) {
  const [app] = apps
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const text = `
      select id, created_at
      from payouts
      where workspace_id = $1 and app_id = $2
      order by created_at desc, id desc
      offset $3
      limit 1`
    const read = async (offset: number) => {
      const { rows } = await client.query<{ id: string; created_at: Date }>(text, [
        app?.workspaceId,
        app?.id,
        offset,
      ])
      const [row] = rows
      return row && { id: row.id, createdAtMs: row.created_at.getTime() }
    }
    const count = await client.query<{ count: string }>(
      'select count(*) from payouts where workspace_id = $1 and app_id = $2',
      [app?.workspaceId, app?.id],
    )
    const fullPages = Math.floor(Number(count.rows[0]?.count) / 50)
    const position = await read((Math.min(pages, fullPages) - 1) * 50 - 1)
    const { rows } = await client.query<{ secret: Buffer }>('select secret from service_settings')
    const [settings] = rows
    if (position === undefined || settings === undefined) throw new Error('Too few rows.')
    return { secret: createSecretKey(settings.secret), position }
  } finally {
    await client.end()
  }
}
