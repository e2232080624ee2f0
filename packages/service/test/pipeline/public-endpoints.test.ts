import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'

describeServiceOnEachEngine('the public endpoints', {}, (service) => {
  test('say where to report a vulnerability, where the operator has said so', async () => {
    const path = '/.well-known/security.txt'
    expect((await service().fetch(path)).status).toBe(404)

    const { database } = service()
    const app = await createApp({ database, securityContact: 'mailto:security@example.com' })
    const response = await app.fetch(new Request(`http://service.test${path}`))
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const [contact, expires = ''] = (await response.text()).split('\n')
    expect(contact).toBe('Contact: mailto:security@example.com')
    const days = (Date.parse(expires.replace('Expires: ', '')) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(170)
    expect(days).toBeLessThan(365)
  })

  test('say that the process is alive, without a statement and without a key', async () => {
    const response = await service().fetch('/livez?verbose=1')
    expect([response.status, await response.json()]).toEqual([200, { status: 'alive' }])
  })

  test('say that the service is ready, and which durability holds', async () => {
    const response = await service().fetch('/readyz')
    expect(response.status).toBe(200)
    const { engine, durability } = service().database
    expect(await response.json()).toEqual({
      status: 'ready',
      checks: {
        process: { ok: true },
        database: { ok: true, engine, durability },
        migrations: { ok: true, pending: [] },
        anchoring: { ok: true, anchoredUntil: expect.any(String) },
      },
    })
  })

  test('serve the OpenAPI document with the three operations', async () => {
    const response = await service().fetch('/openapi.json')
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await response.json()).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\./),
      paths: {
        '/api/affiliate-platform/v1/memberships/{id}/terms': { patch: expect.anything() },
        '/api/affiliate-platform/v1/payouts': { get: expect.anything() },
        '/api/identify': { post: expect.anything() },
      },
    })
  })

  test.each([
    {
      what: 'not ready where a migration is pending',
      text: 'delete from schema_migrations where number = 1',
      reason: '0001_workspaces',
      isReady: false,
    },
    {
      what: 'not ready where a migration is unknown that is no later one',
      text: `insert into schema_migrations (number, name, checksum) values (0, '0000_other', '')`,
      reason: 'The database has migration 0000_other, which this version does not know.',
      isReady: false,
    },
    {
      what: 'not ready where a migration was edited',
      text: `update schema_migrations set checksum = '' where number = 1`,
      reason: 'The database has migration 0001_workspaces with another text.',
      isReady: false,
    },
    {
      what: 'still ready where a later version has migrated [D477]',
      text: `insert into schema_migrations (number, name, checksum) values (9999, '9999_later', '')`,
      reason: 'The database has migration 9999_later, which this version does not know.',
      isReady: true,
    },
  ])('say that the service is $what', async ({ text, reason, isReady }) => {
    const { database } = service()
    const keep = 'create table kept_journal as table schema_migrations'
    await database.query({ name: 'test_keep', text: keep }, [])
    await database.query({ name: '', text }, [])
    service().clock.advance(1000)
    const response = await service().fetch('/readyz')
    const body = await response.text()
    await database.script(`
      delete from schema_migrations;
      insert into schema_migrations table kept_journal;
      drop table kept_journal`)
    expect(response.status).toBe(isReady ? 200 : 503)
    expect(JSON.parse(body)).toMatchObject({
      status: isReady ? 'ready' : 'not_ready',
      checks: { database: { ok: true }, migrations: { ok: isReady } },
    })
    expect(body).toContain(reason)
  })

  test('say that the service is not ready once it is stopping, and still alive', async () => {
    service().app.announceStop()
    const response = await service().fetch('/readyz')
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({
      checks: { process: { ok: false, reason: 'The process is stopping.' }, database: { ok: true } },
    })
    expect((await service().fetch('/livez')).status).toBe(200)
  })
})
