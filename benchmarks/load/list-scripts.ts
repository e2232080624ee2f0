import { createSecretKey } from 'node:crypto'
import { operations } from '@affiliate-platform/contract'
import pg from 'pg'
import { toMembershipId, type World, type WorldApp, type WorldKey } from '../database/world.ts'
import { sealCursor } from '../platform/cursor.ts'
import type { HttpResponse } from './http-connection.ts'
import {
  burst,
  type CreateScript,
  createKeyRing,
  expectStatus,
  laneOf,
  type ScriptContext,
  toRequest,
  type Visitor,
} from './script.ts'

const { path } = operations.listPayouts
const expectOk = expectStatus(200)

/** The filters of a walk, by its number: most walks have none. */
function filterOf(walk: number, app: WorldApp): string {
  switch (walk % 10) {
    case 6:
      return 'status=reported'
    case 7:
      return 'currency=EUR'
    case 8:
      return 'from=2025-06-01T00:00:00Z'
    case 9:
      return `membershipId=${toMembershipId(app, walk)}`
    default:
      return ''
  }
}

/** Walks: each key reads the pages of its app under one filter, at most 20 of them, then the next key has its turn. */
export const walks: CreateScript = ({ world, lane, start }) => {
  const nextKey = createKeyRing(laneOf(world.lanes, lane), start)
  let walkCount = 0
  const createVisitor = (): Visitor => {
    let key: WorldKey
    let query: string
    let pagesLeft = 0
    let cursor: string | undefined
    return {
      next() {
        if (pagesLeft === 0 || cursor === undefined) {
          key = nextKey()
          walkCount += 1
          query = filterOf(walkCount, key.app)
          pagesLeft = burst
          cursor = undefined
        }
        pagesLeft -= 1
        return toListRequest(key, cursor === undefined ? query : `${query}&cursor=${cursor}`)
      },
      read(response) {
        expectOk(response)
        cursor = readNextCursor(response)
      },
    }
  }
  return { createVisitor }
}

function toListRequest(key: WorldKey, query: string): string {
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
      return `cursor=${sealCursor(secret, { lineageId, filters: {} }, { position })}`
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
          request = toListRequest(key, toQuery(key))
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
