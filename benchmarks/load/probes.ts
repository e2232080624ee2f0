import { limits, operations } from '@affiliate-platform/contract'
import { toId, toMembershipId, type World, type WorldKey } from '../database/world.ts'
import { measuredLists } from '../platform/summaries.ts'
import type { HttpResponse } from './http-connection.ts'
import { findWalkFilters } from './list-scripts.ts'
import { toVisit } from './redirect-script.ts'
import { breakChecksum } from './rejection-scripts.ts'
import { expectStatus, laneOf, toRequest } from './script.ts'
import { buildRules, toTermsPath } from './terms-script.ts'

/** Sends a few requests and writes down what must be the same for every case, byte by byte. */
export type Probe = (context: ProbeContext) => Promise<string>

/** What a probe is made from. */
export interface ProbeContext {
  readonly world: World
  readonly send: (request: string) => Promise<HttpResponse>
  /** Tells the cases apart where each needs a record or a quota of its own. */
  readonly caseNumber: number
}

const { path } = operations.listPayouts

/** Pages: the first three of a walk, every filter, one row, no row. The bodies are compared as they are. */
export const probeList: Probe = async ({ world, send }) => {
  const notes = createNotes(send)
  const walker = keyAt(world, 0)
  const { app } = walker
  let query = '?limit=7'
  for (let page = 0; page < 3; page += 1) {
    const { body } = await notes.take(200, toList(walker, query))
    query = `?limit=7&cursor=${/"nextCursor":"([\w-]+)"/.exec(body.toString())?.[1]}`
  }
  // A key of their own: all cases together must stay within the quota of a key.
  const reader = keyAt(world, 1)
  const dates = 'from=2024-06-01T00:00:00Z&to=2024-06-03T12:00:00Z'
  const program = toId(`program/${app.rank}/1`)
  for (const each of [
    '',
    '?limit=1',
    '?status=disputed',
    '?status=unheard_of',
    '?currency=eur',
    `?${dates}`,
  ]) {
    await notes.take(200, toList(reader, each))
  }
  await notes.take(200, toList(reader, `?programId=${program}&status=confirmed`))
  await notes.take(200, toList(reader, `?membershipId=${toMembershipId(app, 1)}`))
  await notes.take(403, toList(reader, `?groupId=${toId('group/999/0/0')}`))
  return maskRequestIds(notes.text())
}

/** Every list: two pages of a walk, a whole page, and one under each filter of a walk. */
export const probeLists: Probe = async ({ world, send }) => {
  const notes = createNotes(send)
  for (const [index, { id, path: listPath }] of measuredLists.entries()) {
    // A key of its own for each list: all cases together must stay within the quota of a key.
    const key = keyAt(world, 30 + index)
    const take = (query: string) =>
      notes.take(200, toRequest('GET', `${listPath}?${query}`, { key: key.apiKey }))
    const { body } = await take('limit=2')
    await take(`limit=2&cursor=${/"nextCursor":"([\w-]+)"/.exec(body.toString())?.[1]}`)
    for (const query of ['', ...findWalkFilters(id).map((toFilter) => toFilter(key.app, 1))])
      await take(query)
  }
  return maskRequestIds(notes.text())
}

/** Writes: a new one, its retry, its key with another body, one that supersedes it, a foreign membership. */
export const probeTerms: Probe = async ({ world, send, caseNumber }) => {
  const notes = createNotes(send)
  const key = keyAt(world, 2)
  // Each case has a membership of its own where there are enough, all of one program.
  const own = toMembershipId(key.app, 3 * caseNumber)
  const foreign = toMembershipId(world.apps[(key.app.rank + 1) % world.apps.length] ?? key.app, 0)
  // One time for all: the second write must still supersede the first.
  const effectiveAt = new Date(Date.UTC(new Date().getUTCFullYear() + 2, 0, 1)).toISOString()
  const write = async (status: number, membershipId: string, change: { key: string; rateBps: number }) => {
    const body = JSON.stringify({ rules: buildRules(change.rateBps), effectiveAt })
    const headers = [`Idempotency-Key: probe-${caseNumber}-${change.key}`]
    await notes.take(
      status,
      toRequest('PATCH', toTermsPath(membershipId), { key: key.apiKey, headers, body }),
    )
  }
  await write(200, own, { key: 'a', rateBps: 1000 })
  await write(200, own, { key: 'a', rateBps: 1000 })
  await write(409, own, { key: 'a', rateBps: 1100 })
  await write(200, own, { key: 'b', rateBps: 1200 })
  await write(403, foreign, { key: 'c', rateBps: 1000 })
  return maskTimes(maskIds(notes.text()))
}

/** Rejections that need no database, and the one of a quota that is used up. */
export const probeRejections: Probe = async ({ world, send, caseNumber }) => {
  const notes = createNotes(send)
  const { apiKey, app } = keyAt(world, 3)
  const body = 'x'.repeat(limits.bodyBytesMax + 1)
  await notes.take(401, toRequest('GET', path, { key: breakChecksum(apiKey) }))
  await notes.take(404, toRequest('GET', '/api/affiliate-platform/v1/nothing', {}))
  await notes.take(413, toRequest('PATCH', toTermsPath(toMembershipId(app, 0)), { key: apiKey, body }))
  const listOne = toList(keyAt(world, 10 + caseNumber), '?limit=1')
  for (let sent = 0; sent < limits.quotaRequestsMax; sent += 1) await send(listOne)
  await notes.take(429, listOne)
  // Ours counts a body that is too large against the quota (D7) and says so; who needs no key for it cannot.
  return withoutQuota(maskSeconds(maskIds(notes.text())))
}

/** Links that members have, and a code that nobody has. */
export const probeRedirects: Probe = async ({ send }) => {
  const notes = createNotes(send)
  await notes.take(302, toVisit('/r/app-0/member-1'))
  await notes.take(302, toVisit('/r/APP-7/Member-2?utm_source=mail'))
  await notes.take(302, toVisit('/r/app-0/nobody'))
  return notes.text()
}

/** Sends requests and writes their responses down. */
function createNotes(send: ProbeContext['send']) {
  const lines: string[] = []
  return {
    /** @throws for another status than the one this probe is about: equal rejections would prove nothing */
    async take(status: number, request: string): Promise<HttpResponse> {
      const response = await send(request)
      expectStatus(status)(response)
      lines.push(describe(response), response.body.toString())
      return response
    },
    text: () => lines.join('\n'),
  }
}

const toList = ({ apiKey }: WorldKey, query: string): string =>
  toRequest('GET', `${path}${query}`, { key: apiKey })

/** A key of the largest app. */
function keyAt(world: World, place: number): WorldKey {
  const key = laneOf(world.largestAppLanes, world.largestAppLanes.length - 1)[place]
  if (key === undefined) throw new RangeError('The lane is shorter.')
  return key
}

const comparedHeaders = [
  'location',
  'cache-control',
  'x-affiliate-schema-version',
  'ratelimit-policy',
  'www-authenticate',
  'idempotency-replayed',
]
const presentHeaders = ['x-request-id', 'ratelimit', 'retry-after']

/** The status and the headers that the interface promises; others, such as `Date`, are the server's own. */
function describe({ status, head }: HttpResponse): string {
  const values = new Map(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
      }),
  )
  const [mediaType] = (values.get('content-type') ?? '').split(';')
  const compared = comparedHeaders.map((name) => `${name}: ${values.get(name) ?? '-'}`)
  const present = presentHeaders.map((name) => `${name}: ${values.has(name) ? 'present' : '-'}`)
  return [status, `content-type: ${mediaType}`, ...compared, ...present].join('\n')
}

const idPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Ids that differ from case to case become numbers: the same id gets the same number. */
function maskIds(text: string): string {
  const numbers = new Map<string, number>()
  return text.replace(idPattern, (id) => {
    const number = numbers.get(id) ?? numbers.size
    numbers.set(id, number)
    return `<id ${number}>`
  })
}

const maskRequestIds = (text: string): string => text.replace(/"requestId":"[^"]*"/g, '"requestId":"<id>"')

const maskTimes = (text: string): string => text.replace(/"createdAt":"[^"]*"/g, '"createdAt":"<time>"')

const maskSeconds = (text: string): string => text.replace(/Wait \d+ s/g, 'Wait <seconds> s')

const withoutQuota = (text: string): string => text.replace(/^ratelimit.*\n/gm, '')
