import { operations } from '@affiliate-platform/contract'
import { fakeApiKeys, fakeIds } from '@affiliate-platform/sdk/testing'
import { isSoak } from '@affiliate-platform/test-support/guarantee-scale'
import { describe, expect, test } from 'vitest'
import type { VariedRequest } from './callers.ts'
import { createSameWorld, type Respond } from './same-world.ts'
import { variedRequests } from './varied-requests.ts'

const knownIds: readonly string[] = Object.values(fakeIds)

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Replaces what each service makes up by itself: the first such text is called 1, and so on, wherever it stands again. */
function createPlaceholders(): (text: string) => string {
  const names = new Map<string, string>()
  const toName = (text: string): string => {
    const name = names.get(text) ?? `made-up-${names.size + 1}`
    names.set(text, name)
    return name
  }
  const isFixed = (id: string) => knownIds.includes(id) || /^(?:[ef]0|e1)000000-/.test(id)
  return (text) =>
    text
      .replace(/"nextCursor":"[^"]+"/g, '"nextCursor":"some"')
      .replace(uuids, (id) => (isFixed(id) ? id : toName(id)))
}

/** A whole response as text: the status, every header and the body. */
async function describeResponse(response: Response): Promise<string> {
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`)
  return [response.status, ...headers, '', await response.text()].join('\n')
}

const send = async (respond: Respond, { path, ...init }: VariedRequest): Promise<string> =>
  await describeResponse(await respond(path, init))

describe.each(Object.keys(variedRequests) as (keyof typeof operations)[])('both services at %s', (id) => {
  const requests = variedRequests[id]

  test('respond the same in status, every header and every member to 200 requests and more [D107]', async () => {
    await using world = await createSameWorld()
    const [nameReal, nameFake] = [createPlaceholders(), createPlaceholders()]
    expect(requests.length).toBeGreaterThanOrEqual(200)
    const differences: object[] = []
    for (const request of isSoak ? requests : requests.filter((_, index) => index % 4 === 0)) {
      const real = nameReal(await send(world.real, request))
      const fake = nameFake(await send(world.fake, request))
      if (real !== fake) differences.push({ request, real, fake })
      world.advance(997)
    }
    expect(differences).toEqual([])
  })
})

test('both services page alike, and bind a cursor to its key and filters [4.2-2] [D107]', async () => {
  await using world = await createSameWorld()
  const { path } = operations.listPayouts
  const toRequest = (query: string, key = fakeApiKeys.affiliate) => ({
    ...{ path: `${path}?${query}`, method: 'GET', headers: { Authorization: `Bearer ${key}` } },
  })
  const walk = async (respond: Respond): Promise<readonly string[]> => {
    const [responses, name] = [[] as string[], createPlaceholders()]
    const first = await send(respond, toRequest('limit=7&currency=USD'))
    const cursor = /"nextCursor":"([^"]+)"/.exec(first)?.[1]
    const others = [
      'limit=50&currency=USD',
      'limit=7&currency=usd',
      'currency=JPY',
      'limit=7',
      'currency=USD&search=a',
    ]
    for (const query of others) responses.push(await send(respond, toRequest(`${query}&cursor=${cursor}`)))
    responses.push(await send(respond, toRequest(`currency=USD&cursor=${cursor}`, fakeApiKeys.payoutsOnly)))
    return [first, ...responses].map(name)
  }

  expect(await walk(world.fake)).toEqual(await walk(world.real))
})

test('both services admit 120 requests, and say the same to the 121st and after the window [D29] [D107]', async () => {
  await using world = await createSameWorld()
  const request = {
    ...{ path: `${operations.listPayouts.path}?limit=1`, method: 'GET' },
    headers: { Authorization: `Bearer ${fakeApiKeys.affiliate}` },
  }
  const burst = async (respond: Respond): Promise<readonly string[]> => {
    const [responses, name] = [[] as string[], createPlaceholders()]
    for (let sent = 0; sent < 123; sent += 1) responses.push(name(await send(respond, request)))
    return responses
  }

  expect(await burst(world.fake)).toEqual(await burst(world.real))
  world.advance(60_000)
  expect(await burst(world.fake)).toEqual(await burst(world.real))
})
