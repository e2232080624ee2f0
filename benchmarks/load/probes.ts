import { limits, operations } from '@affiliate-platform/contract'
import { toId, toMembershipId, type World, type WorldKey } from '../database/world.ts'
import type { HttpAnswer } from './http-connection.ts'
import { breakChecksum } from './refusal-scripts.ts'
import { laneOf, toRequest } from './script.ts'
import { buildRules, toTermsPath } from './terms-script.ts'

/** Sends a few requests and writes down what must be the same for every case, byte by byte. */
export type Probe = (context: ProbeContext) => Promise<string>

/** What a probe is made from. */
export interface ProbeContext {
  readonly world: World
  readonly send: (request: string) => Promise<HttpAnswer>
  /** Tells the cases apart where each needs a record or a quota of its own. */
  readonly caseNumber: number
}

const { path } = operations.listPayouts

/** Pages: the first three of a walk, every filter, one row, no row. The bodies are compared as they are. */
export const probeList: Probe = async ({ world, send }) => {
  const key = keyAt(world, 0)
  const { app } = key
  const transcript: string[] = []
  const read = async (query: string): Promise<HttpAnswer> => {
    const answer = await send(toRequest('GET', `${path}${query}`, { key: key.apiKey }))
    transcript.push(query, describe(answer), answer.body.toString())
    return answer
  }
  let query = '?limit=7'
  for (let page = 0; page < 3; page += 1) {
    const { body } = await read(query)
    query = `?limit=7&cursor=${/"nextCursor":"([\w-]+)"/.exec(body.toString())?.[1]}`
  }
  await read('')
  await read('?limit=1')
  await read('?status=disputed')
  await read('?status=unheard_of')
  await read('?currency=eur')
  await read(`?programId=${toId(`program/${app.rank}/1`)}&status=confirmed`)
  await read(`?membershipId=${toMembershipId(app, 1)}`)
  await read(`?groupId=${toId('group/999/0/0')}`)
  await read('?from=2024-06-01T00:00:00Z&to=2024-06-03T12:00:00Z')
  return maskRequestIds(transcript.join('\n'))
}

/** Writes: a new one, its retry, its key with another body, a broken rule, a membership of somebody else. */
export const probeTerms: Probe = async ({ world, send, caseNumber }) => {
  const key = keyAt(world, 0)
  const transcript: string[] = []
  // Each case has a membership of its own, all of one program.
  const own = toMembershipId(key.app, 3 * caseNumber)
  const foreign = toMembershipId(world.apps[(key.app.rank + 1) % world.apps.length] ?? key.app, 0)
  const effectiveAt = new Date(Date.UTC(new Date().getUTCFullYear() + 2, 0, 1)).toISOString()
  const write = async (membershipId: string, rateBps: number, idempotencyKey: string) => {
    const body = JSON.stringify({ rules: buildRules(rateBps), effectiveAt })
    const headers = [`Idempotency-Key: probe-${caseNumber}-${idempotencyKey}`]
    const request = toRequest('PATCH', toTermsPath(membershipId), { key: key.apiKey, headers, body })
    const answer = await send(request)
    transcript.push(describe(answer), answer.body.toString())
  }
  await write(own, 1000, 'a')
  await write(own, 1000, 'a')
  await write(own, 1100, 'a')
  await write(own, 1200, 'b')
  await write(foreign, 1000, 'c')
  return maskTimes(maskIds(transcript.join('\n')))
}

/** Refusals that need no database, and the one of a quota that is used up. */
export const probeRefusals: Probe = async ({ world, send, caseNumber }) => {
  const { apiKey, app } = keyAt(world, 2)
  const spent = keyAt(world, 10 + caseNumber)
  const transcript: string[] = []
  const refuse = async (request: string) => {
    const answer = await send(request)
    transcript.push(describe(answer), answer.body.toString())
  }
  const body = 'x'.repeat(limits.bodyBytesMax + 1)
  await refuse(toRequest('GET', path, { key: breakChecksum(apiKey) }))
  await refuse(toRequest('GET', '/api/affiliate-platform/v1/nothing', {}))
  await refuse(toRequest('PATCH', toTermsPath(toMembershipId(app, 0)), { key: apiKey, body }))
  const listOne = toRequest('GET', `${path}?limit=1`, { key: spent.apiKey })
  for (let sent = 0; sent < limits.quotaRequestsMax; sent += 1) await send(listOne)
  await refuse(listOne)
  // Ours counts a body that is too large against the quota (D7) and says so; who needs no key for it cannot.
  return withoutQuota(maskSeconds(maskIds(transcript.join('\n'))))
}

function keyAt(world: World, place: number): WorldKey {
  const key = laneOf(world.lanes, world.lanes.length - 1)[place]
  if (key === undefined) throw new RangeError('The lane is shorter.')
  return key
}

const comparedHeaders = [
  'cache-control',
  'x-affiliate-schema-version',
  'ratelimit-policy',
  'www-authenticate',
  'idempotency-replayed',
]
const presentHeaders = ['x-request-id', 'ratelimit', 'retry-after']

/** The status and the headers that the interface promises; others, such as `Date`, are the server's own. */
function describe({ status, head }: HttpAnswer): string {
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
