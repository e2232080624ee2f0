import { operations } from '@affiliate-platform/contract'
import { fakeApiKeys } from '@affiliate-platform/sdk/testing'
import { isSoak } from '@affiliate-platform/test-support/guarantee-scale'
import { describe, expect, test } from 'vitest'
import { compareHistories, createComparison, createPlaceholders, send } from './compare-responses.ts'
import { createSameWorld, type Respond } from './same-world.ts'
import { variedRequests } from './varied-requests.ts'

describe.each(Object.keys(variedRequests) as (keyof typeof operations)[])('both services at %s', (id) => {
  const requests = variedRequests[id]

  test('respond the same in status, every header and every member to 200 requests and more [D107]', async () => {
    await using world = await createSameWorld()
    const { compare, differences } = createComparison(world)
    expect(requests.length).toBeGreaterThanOrEqual(200)
    for (const request of isSoak ? requests : requests.filter((_, index) => index % 4 === 0))
      await compare(request)
    expect(differences).toEqual([])
  })
})

const histories = isSoak ? { seeds: [1, 2, 3, 4, 5, 6], requests: 4000 } : { seeds: [1], requests: 200 }

test.each(histories.seeds)(
  'both services respond the same along a history of saves and reads at random, by the seed %i [D107] [D205]',
  async (seed) => {
    const { differences, saves } = await compareHistories(seed, histories.requests)

    expect(saves).toBeGreaterThan(histories.requests / 40)
    expect(differences).toEqual([])
  },
)

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
