import { fakeIds } from '@affiliate-platform/sdk/testing'
import type { VariedRequest } from './callers.ts'
import { createRandomRequests } from './random-history.ts'
import { createSameWorld, type Respond, type SameWorld } from './same-world.ts'

const knownIds: readonly string[] = Object.values(fakeIds)

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Replaces what each service makes up by itself: the first such text is called 1, and so on, wherever it stands again. */
export function createPlaceholders(): (text: string) => string {
  const names = new Map<string, string>()
  const toName = (text: string): string => {
    const name = names.get(text) ?? `made-up-${names.size + 1}`
    names.set(text, name)
    return name
  }
  const isFixed = (id: string) => knownIds.includes(id) || /^(?:[ef]0|e1)000000-/.test(id)
  return (text) =>
    text.replace(nextCursor, '"nextCursor":"some"').replace(uuids, (id) => (isFixed(id) ? id : toName(id)))
}

const nextCursor = /"nextCursor":"([^"]+)"/

/** Sends a request, and writes the whole response as text: the status, every header and the body. */
export async function send(respond: Respond, { path, ...init }: VariedRequest): Promise<string> {
  const response = await respond(path, init)
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`)
  return [response.status, ...headers, '', sortRules(await response.text())].join('\n')
}

// A database gives the members of saved rules back in an order of its own.
const sortRules = (text: string): string =>
  text.includes('"rules":')
    ? JSON.stringify(JSON.parse(text), (name, value) => (name === 'rules' ? sortMembers(value) : value))
    : text

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, sortMembers(member)]))
}

/** Sends requests to both services, and says where their responses differ. */
export function createComparison(world: SameWorld) {
  const [nameReal, nameFake] = [createPlaceholders(), createPlaceholders()]
  const differences: object[] = []
  return {
    differences,
    /** @returns the two responses as they were sent */
    compare: async (
      ofReal: VariedRequest,
      ofFake: VariedRequest = ofReal,
    ): Promise<readonly [string, string]> => {
      const sent = [await send(world.real, ofReal), await send(world.fake, ofFake)] as const
      const [real, fake] = [nameReal(sent[0]), nameFake(sent[1])]
      if (real !== fake) differences.push({ request: ofReal, real, fake })
      world.advance(997)
      return sent
    },
  }
}

/** Sends so many random requests to both services, with walks over pages among them. */
export async function compareHistories(seed: number, requests: number) {
  await using world = await createSameWorld()
  const { compare, differences } = createComparison(world)
  const { next, isTrue } = createRandomRequests(seed)
  let saves = 0
  for (let sent = 0; sent < requests; sent += 1) {
    const request = next(world.nowMs())
    const responses = await compare(request)
    if (request.method === 'PATCH' && responses[0].startsWith('200')) saves += 1
    const [ofReal, ofFake] = responses.map((response) => nextCursor.exec(response)?.[1] ?? '')
    if (!ofReal || !ofFake || sent + 1 >= requests || !isTrue(0.7)) continue
    const goOn = (cursor: string) => ({
      ...request,
      path: `${request.path}&cursor=${encodeURIComponent(cursor)}`,
    })
    await compare(goOn(ofReal), goOn(ofFake))
    sent += 1
  }
  return { differences, saves }
}
