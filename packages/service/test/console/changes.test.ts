import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { consoleUnattendedHeader } from '@affiliate-platform/contract/console'
import { openPostgres } from '@affiliate-platform/platform/database'
import { createApp } from '@affiliate-platform/service'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { createGate } from '@affiliate-platform/test-support/gate'
import { insertRow } from '@affiliate-platform/test-support/payout-builders'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { describe, expect, test } from 'vitest'
import { folder, origin, signIn } from './sign-in.ts'

type Change = ConsoleResponse<'awaitChange'>
type Headers = Readonly<Record<string, string>>

const console = { place: { origin }, folder }
const path = '/api/console/v1/changes'
// Three seconds, on a machine that does nothing else.
const soonMs = 8000
const quietMs = 2500
const perSession = 4

/** Waits as a tab does. */
function openTab(app: TestService['app'], headers: Headers) {
  const leaving = new AbortController()
  const send = (tag?: string) => {
    const url = new URL(tag === undefined ? path : `${path}?tag=${tag}`, 'http://service.test')
    return app.fetch(new Request(url, { headers, signal: leaving.signal }))
  }
  const ask = async (tag?: string): Promise<Change> => {
    const response = await send(tag)
    expect(response.status).toBe(200)
    return (await response.json()) as Change
  }
  return { ask, send, leave: () => leaving.abort(), catchUp: async () => (await ask()).tag }
}

/** What a wait has come to, as far as it has. */
function follow(waiting: Promise<Change>) {
  let change: Change | undefined
  void waiting.then((value) => {
    change = value
  })
  return {
    isOver: () => change !== undefined,
    within: async (ms: number) => {
      await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, ms))])
      return change
    },
  }
}

/** Something that screens show. */
const addMember = ({ database, ids }: Pick<TestService, 'database' | 'ids'>) =>
  insertRow(database, 'memberships', {
    ...{
      workspace_id: ids.workspaceId,
      id: crypto.randomUUID(),
      app_id: ids.appId,
      program_id: ids.programId,
    },
    ...{ member_name: 'Kim of the change', created_at: '2026-01-01T00:00:00.000Z' },
  })

describeServiceOnEachEngine('a tab of the console', { console }, (service) => {
  const open = async (name = 'Rita') => openTab(service().app, await signIn(service(), name))
  const readLastUse = async () => {
    const text = 'select max(used_at) as "usedAt" from sessions where ended_at is null'
    const [row] = await service().database.query<{ readonly usedAt: Date }>({ name: '', text }, [])
    return row?.usedAt.getTime()
  }

  test('learns soon what an act of another session has changed [D347]', async () => {
    const tab = await open()
    const finn = await signIn(service(), 'Finn')
    const tag = await tab.catchUp()
    const wait = follow(tab.ask(tag))
    const json = { isExcluded: true, currency: null, reason: 'The tax form is missing' }
    const act = `/api/console/v1/members/${service().ids.membershipId}/exclusion`
    const response = await service().fetch(act, { method: 'POST', headers: finn, json })
    expect(response.status).toBe(200)
    const change = await wait.within(soonMs)
    expect(change?.hasChanged).toBe(true)
    expect(change?.tag).not.toBe(tag)
  })

  test('goes on waiting while others only read, and holds no connection [D347]', async () => {
    const tab = await open()
    const finn = await signIn(service(), 'Finn')
    const wait = follow(tab.ask(await tab.catchUp()))
    for (const read of ['overview', 'members', 'payout-runs', 'session']) {
      const response = await service().fetch(`/api/console/v1/${read}`, { headers: finn })
      expect(response.status).toBe(200)
    }
    expect(await wait.within(quietMs)).toBeUndefined()
    await expect.poll(() => service().database.load()).toEqual({ inUse: 0, waiting: 0 })
    tab.leave()
  })

  test('learns nothing of another workspace [D347]', async () => {
    const { database } = service()
    const tab = await open()
    const wait = follow(tab.ask(await tab.catchUp()))
    const id = crypto.randomUUID()
    await insertRow(database, 'workspaces', {
      ...{ workspace_id: id, name: 'Elsewhere', time_zone: 'UTC', created_at: '2026-01-01T00:00:00.000Z' },
    })
    expect(await wait.within(quietMs)).toBeUndefined()
    tab.leave()
  })

  test('catches up at once with what it missed while it did not wait [D347]', async () => {
    const tab = await open()
    const tag = await tab.catchUp()
    await addMember(service())
    expect(await follow(tab.ask(tag)).within(soonMs)).toMatchObject({ hasChanged: true })
    expect(await tab.ask('0-0')).toMatchObject({ hasChanged: true })
  })

  test('is no use of its session, nor is what it asks for by itself [D347]', async () => {
    const rita = await signIn(service(), 'Rita')
    const tab = openTab(service().app, rita)
    await service().database.query(
      { name: '', text: `update sessions set used_at = used_at - interval '10 minutes'` },
      [],
    )
    const before = await readLastUse()
    await tab.catchUp()
    const overview = '/api/console/v1/overview'
    const unattended = { ...rita, [consoleUnattendedHeader]: '1' }
    expect((await service().fetch(overview, { headers: unattended })).status).toBe(200)
    expect(await readLastUse()).toBe(before)
    await service().fetch(overview, { headers: rita })
    expect(await readLastUse()).toBeGreaterThan(before ?? 0)
  })

  test('waits four times at most, and makes room when it leaves [D347]', async () => {
    const rita = await signIn(service(), 'Rita')
    const tag = await openTab(service().app, rita).catchUp()
    const tabs = Array.from({ length: perSession }, () => openTab(service().app, rita))
    const waits = tabs.map((tab) => follow(tab.ask(tag)))
    // All four wait by then: a fifth that came first would wait itself.
    await Promise.all(waits.map((wait) => wait.within(quietMs)))
    const { status, headers } = await openTab(service().app, rita).send(tag)
    expect([status, headers.get('retry-after')]).toEqual([429, '10'])
    tabs[0]?.leave()
    await expect.poll(() => waits[0]?.isOver()).toBe(true)
    const next = openTab(service().app, rita)
    expect(await follow(next.ask(tag)).within(quietMs)).toBeUndefined()
    for (const tab of [...tabs, next]) tab.leave()
  })

  test.each(['', '1', 'a-b', '1-1-1'])('takes no tag that nobody was given: %j', async (tag) => {
    expect((await (await open()).send(tag)).status).toBe(400)
  })

  test('waits for nobody who is not signed in', async () => {
    expect((await service().fetch(path)).status).toBe(401)
  })

  // Last: this service waits for nobody from here on.
  test('is let go at once when the service stops [D347]', async () => {
    const tab = await open()
    const tag = await tab.catchUp()
    const wait = follow(tab.ask(tag))
    await wait.within(100)
    expect(wait.isOver()).toBe(false)
    service().app.announceStop()
    expect(await wait.within(100)).toEqual({ tag, hasChanged: false })
    expect(await tab.ask(tag)).toEqual({ tag, hasChanged: false })
  })
})

describe.skipIf(!enginesAtHand.includes('postgres'))('tabs of one database', () => {
  const start = async () => {
    const url = await createPostgresCopy()
    const database = await openPostgres(url)
    const service = await createTestService({ database, console })
    const elsewhere = await openPostgres(url)
    const end = () => Promise.all([database.close(), elsewhere.close()])
    return { service, elsewhere, end }
  }

  test('learn of a transaction that was held open and commits after a later one [D347]', async () => {
    const { service, elsewhere, end } = await start()
    const tab = openTab(service.app, await signIn(service, 'Rita'))
    const [written, commit] = [createGate(), createGate()]
    const held = elsewhere.transaction(async (tx) => {
      await addMember({ database: { ...elsewhere, query: tx.query }, ids: service.ids })
      written.open()
      await commit.promise
    })
    await written.promise
    const tag = await tab.catchUp()
    await addMember(service)
    const later = await follow(tab.ask(tag)).within(soonMs)
    expect(later?.hasChanged).toBe(true)
    const wait = follow(tab.ask(later?.tag))
    expect(await wait.within(quietMs)).toBeUndefined()
    commit.open()
    await held
    expect(await wait.within(soonMs)).toMatchObject({ hasChanged: true })
    await end()
  })

  test("learn of another process's writes, and go from one process to another unwoken [D347]", async () => {
    const { service, elsewhere, end } = await start()
    const other = await createApp({ database: elsewhere, console })
    const rita = await signIn(service, 'Rita')
    const [here, there] = [openTab(service.app, rita), openTab(other, rita)]
    const tag = await here.catchUp()
    const wait = follow(there.ask(tag))
    expect(await wait.within(quietMs)).toBeUndefined()
    await addMember(service)
    const change = await wait.within(soonMs)
    expect(change?.hasChanged).toBe(true)
    expect(await follow(here.ask(change?.tag)).within(quietMs)).toBeUndefined()
    for (const tab of [here, there]) tab.leave()
    await end()
  })
})
