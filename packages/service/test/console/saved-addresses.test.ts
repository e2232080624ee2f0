import type { ConsoleBody, ConsoleResponse } from '@affiliate-platform/contract/console'
import { erasePerson } from '@affiliate-platform/platform/erasure'
import {
  grantRole,
  invitePerson,
  listSavedAddresses,
  saveAddress,
  savedAddressesMax,
} from '@affiliate-platform/platform/people'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test } from 'vitest'
import { findAccountId, folder, origin, signIn } from './sign-in.ts'

type Headers = Readonly<Record<string, string>>
type Saved = ConsoleResponse<'saveAddress'>

const path = '/payouts/all?status=disputed&search=%E2%82%AC'

describeServiceOnEachEngine('saved addresses', { console: { place: { origin }, folder } }, (service) => {
  const send = (headers: Headers, json: ConsoleBody<'saveAddress'>) =>
    service().fetch('/api/console/v1/saved-addresses', { method: 'POST', headers, json })
  const save = async (headers: Headers, json: ConsoleBody<'saveAddress'>) => {
    const response = await send(headers, json)
    expect(response.status).toBe(200)
    return (await response.json()) as Saved
  }
  const list = async (headers: Headers) => {
    const response = await service().fetch('/api/console/v1/saved-addresses', { headers })
    return ((await response.json()) as ConsoleResponse<'listSavedAddresses'>).items
  }
  const remove = (headers: Headers, id: string) =>
    service().fetch(`/api/console/v1/saved-addresses/${id}/removal`, { method: 'POST', headers })

  test('are listed by name for who has saved them, whatever their role, and for nobody else [D472]', async () => {
    const rita = await signIn(service(), 'Rita')
    const ada = await signIn(service(), 'Ada')
    await save(rita, { name: ' Disputed ', path })
    const { items, rejected } = await save(rita, { name: 'All of May', path: '/commissions?search=may' })
    expect(rejected).toBeNull()
    expect(items.map(({ name }) => name)).toEqual(['All of May', 'Disputed'])
    expect(await list(rita)).toEqual(items)
    expect(await list(ada)).toEqual([])
    const [first] = items
    expect((await remove(ada, first?.id ?? '')).status).toBe(403)
    expect((await remove(rita, crypto.randomUUID())).status).toBe(403)
    expect(await list(rita)).toEqual(items)
    expect((await remove(rita, first?.id ?? '')).status).toBe(200)
    expect((await list(rita)).map((item) => item.path)).toEqual([path])
  })

  test('take the place of one of their name, and are as many as there can be [D472]', async () => {
    const headers = await signIn(service(), 'Finn')
    for (let number = 1; number <= savedAddressesMax; number += 1)
      expect((await save(headers, { name: `No. ${number}`, path: '/' })).rejected).toBeNull()
    expect(await save(headers, { name: 'One more', path: '/' })).toMatchObject({ rejected: 'too_many' })
    const { items, rejected } = await save(headers, { name: 'No. 7', path })
    expect([items.length, rejected]).toEqual([savedAddressesMax, null])
    expect(items.find(({ name }) => name === 'No. 7')?.path).toBe(path)
  })

  test.each([
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '',
    '/a b',
    `/${'a'.repeat(2000)}`,
  ])('lead nowhere but into the console: %j is rejected [D472]', async (elsewhere) => {
    const headers = await signIn(service(), 'Ada')
    const before = await service().count('saved_addresses')
    expect((await send(headers, { name: 'x', path: elsewhere })).status).toBe(400)
    expect((await send(headers, { name: ' ', path: '/' })).status).toBe(400)
    expect((await send(headers, { name: 'n'.repeat(61), path: '/' })).status).toBe(400)
    expect(await service().count('saved_addresses')).toBe(before)
  })

  test('are deleted with their person [D472] [D447]', async () => {
    const { database, ids } = service()
    const { workspaceId } = ids
    const actor = 'operator:test'
    await invitePerson(database, {
      ...{ workspaceId, actor, email: 'lu@bright.example', name: 'Lu', role: 'reader' },
    })
    const key = { workspaceId, accountId: await findAccountId(service(), 'Lu') }
    await saveAddress(database, { ...key, name: 'Mine', path })
    expect(await listSavedAddresses(database, key)).toHaveLength(1)
    await grantRole(database, key, { role: null, actor })
    await erasePerson(database, { ...key, actor, isDryRun: false })
    expect(await listSavedAddresses(database, key)).toEqual([])
  })
})
