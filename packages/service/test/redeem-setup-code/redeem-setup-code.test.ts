import { redeemSetupCode } from '@affiliate-platform/contract'
import { issueSetupCode, newApiKey } from '@affiliate-platform/platform/api-keys'
import { actAs } from '@affiliate-platform/platform/audit'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test } from 'vitest'

const { path } = redeemSetupCode

describeServiceOnEachEngine('POST /api/setup-codes/redeem', {}, (service) => {
  const redeem = (key: string) => service().fetch(path, { method: 'POST', key })

  const issue = async (actor = 'operator:mia') => {
    const { workspaceId, appId } = service().ids
    const issued = await issueSetupCode(actAs(service().database, actor), { workspaceId, appId })
    if (issued === undefined) throw new Error('The demo has the app.')
    return issued
  }

  const query = <Row>(text: string, values: readonly unknown[]) =>
    service().database.query<Row>({ name: '', text }, values)

  test('makes a workspace key that identifies for the app that it names [D265]', async () => {
    const response = await redeem((await issue()).code)
    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    const { apiKey, appId, appName, keyId } = Object(await response.json())
    expect({ appId, appName }).toEqual({ appId: service().ids.appId, appName: expect.any(String) })

    const json = { myshopifyDomain: 'harbour.myshopify.com', appId, email: 'owner@harbour.example' }
    const { status } = await service().fetch('/api/identify', { method: 'POST', key: apiKey, json })
    expect(status).toBe(200)
    const [key] = await query('select kind, name, expires_at, revoked_at from api_keys where id = $1', [
      keyId,
    ])
    expect(key).toEqual({
      kind: 'workspace',
      name: `${appName} (set up)`,
      expires_at: null,
      revoked_at: null,
    })
  })

  test('rejects unknown, used and expired codes alike, and makes no key [D265]', async () => {
    const used = await issue()
    await redeem(used.code)
    const expired = await issue()
    await query(
      `update setup_codes set created_at = created_at - interval '16 minutes', expires_at = now() where id = $1`,
      [expired.id],
    )
    const keys = await service().count('api_keys')
    const bodies = []
    for (const code of [newApiKey('setup'), used.code, expired.code]) {
      const response = await redeem(code)
      const { requestId: _own, ...body } = Object(await response.json())
      expect(response.status).toBe(401)
      expect(response.headers.has('RateLimit')).toBe(false)
      bodies.push(body)
    }
    expect(bodies[0]).toMatchObject({
      code: 'invalid_credential',
      detail: 'The setup code is unknown, used or expired.',
    })
    expect(bodies.slice(1)).toEqual([bodies[0], bodies[0]])
    expect(await service().count('api_keys')).toBe(keys)
  })

  test('makes one key of twenty redemptions at once [D265]', async () => {
    const { code } = await issue()
    const keys = await service().count('api_keys')
    const responses = await Promise.all(Array.from({ length: 20 }, () => redeem(code)))
    const statuses = responses.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 401)])
    expect(await service().count('api_keys')).toBe(keys + 1)
  })

  test('names in the audit who issued the code, for the key too [D65]', async () => {
    const { id, code } = await issue('operator:noah')
    const { keyId } = Object(await (await redeem(code)).json())
    const text = `
      select action, subject from audit_entries
      where actor = 'operator:noah' and subject_id in ($1, $2) order by subject, action`
    expect(await query(text, [id, keyId])).toEqual([
      { action: 'create', subject: 'api_key' },
      { action: 'change', subject: 'setup_code' },
      { action: 'create', subject: 'setup_code' },
    ])
  })

  test('keeps no code and no key, only what a look-up needs [5-6]', async () => {
    const { id, code } = await issue()
    const { apiKey } = Object(await (await redeem(code)).json())
    const text = `
      select to_jsonb(setup_codes)::text || (select jsonb_agg(changes)::text from audit_changes) as stored
      from setup_codes where id = $1`
    const [row] = await query<{ stored: string }>(text, [id])
    expect(row?.stored).not.toContain(code.slice(10, 40))
    expect(row?.stored).not.toContain(apiKey.slice(14, 44))
  })

  test('takes a setup code and no key, and a key is no setup code [5-4]', async () => {
    const { keys } = service()
    for (const key of [keys.workspace, keys.affiliate]) expect((await redeem(key)).status).toBe(401)
    const { code } = await issue()
    const list = '/api/affiliate-platform/v1/payouts'
    expect((await service().fetch(list, { key: code })).status).toBe(401)
    expect((await service().fetch(path, { method: 'POST' })).status).toBe(401)
    expect((await service().fetch(path, { key: code })).status).toBe(404)
    expect((await redeem(code)).status).toBe(200)
  })
})
