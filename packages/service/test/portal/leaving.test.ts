import type { ConsoleResponse, MemberResponse } from '@affiliate-platform/contract/console'
import { setMembershipState } from '@affiliate-platform/platform/memberships'
import { inviteMember, listMembershipPeople } from '@affiliate-platform/platform/people'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test } from 'vitest'
import { folder, origin, signIn } from '../console/sign-in.ts'
import { addMember, signInMember } from './sign-in-member.ts'

const base = '/api/portal/v1'

type Headers = Awaited<ReturnType<typeof signInMember>>
type Erasure = MemberResponse<'readOwnErasure'>
type Home = MemberResponse<'readHome'>

describeServiceOnEachEngine('a member who leaves', { console: { place: { origin }, folder } }, (service) => {
  const query = <Row>(text: string, values: readonly unknown[] = []) =>
    service().database.query<Row>({ name: '', text }, values)
  const read = async <Value>(headers: Headers, path: string): Promise<Value> => {
    const response = await service().fetch(`${base}${path}`, { headers })
    expect([path, response.status]).toEqual([path, 200])
    return (await response.json()) as Value
  }
  const post = async (headers: Headers, path: string) => {
    const response = await service().fetch(`${base}${path}`, { method: 'POST', headers })
    expect(response.status).toBe(200)
    const { rejected } = (await response.json()) as { readonly rejected: string | null }
    return { rejected, cookie: response.headers.get('set-cookie') }
  }
  const statesOf = async (id: string) =>
    await query<{ state: string; reason: string; actor: string }>(
      'select state, reason, actor from membership_states where membership_id = $1 order by created_at, id',
      [id],
    )
  const mailsOf = async (id: string) =>
    await query<{ recipient: string }>(
      `select account.name as recipient from outbox_mails mail
      join accounts account on account.workspace_id = mail.workspace_id and account.id = mail.account_id
      where mail.kind = 'member_left' and mail.data ->> 'leftMembershipId' = $1 order by 1`,
      [id],
    )
  /** Members who have earned, and have nobody yet who acts for them. */
  const findMembers = async () =>
    (
      await query<{ readonly id: string; readonly name: string }>(
        `select id, member_name as name from memberships member
        where workspace_id = $1
          and exists (select from commissions where workspace_id = $1 and membership_id = member.id and payout_id is null)
          and not exists (select from membership_people where workspace_id = $1 and membership_id = member.id)
          and not exists (select from membership_states where workspace_id = $1 and membership_id = member.id)
        order by created_at, id`,
        [service().ids.workspaceId],
      )
    ).map(({ id }) => id)

  test('brings no new shops, keeps what they have, and whoever pays is told, once [D454]', async () => {
    const [id = ''] = await findMembers()
    const headers = await signInMember(service(), 'Liv', id)
    const before = await read<Home>(headers, `/memberships/${id}/home`)
    for (const _time of [1, 2]) expect((await post(headers, `/memberships/${id}/leave`)).rejected).toBeNull()
    const { accountId } = await addMember(service(), 'Liv', id)
    const actor = `member:${accountId}`
    expect(await statesOf(id)).toEqual([{ state: 'closed', reason: 'the member has left', actor }])
    const after = await read<Home>(headers, `/memberships/${id}/home`)
    expect(after.waiting).toMatchObject({ state: 'closed', reason: 'the member has left' })
    expect(after.balances).toEqual(before.balances)
    const told = (await mailsOf(id)).map(({ recipient }) => recipient)
    expect(told).toContain('Ada')
    expect(new Set(told).size).toBe(told.length)
  })

  test('stays suspended where they are: leaving frees no money [D454]', async () => {
    const [id = ''] = await findMembers()
    const { workspaceId } = service().ids
    const headers = await signInMember(service(), 'Sue', id)
    const said = { state: 'suspended', reason: 'papers missing' } as const
    await setMembershipState(service().database, { workspaceId, membershipId: id, ...said })
    expect((await post(headers, `/memberships/${id}/leave`)).rejected).toBe('suspended')
    expect(await read<Home>(headers, `/memberships/${id}/home`)).toMatchObject({
      waiting: { ...said, since: expect.any(String) },
    })
    expect((await post(headers, '/erasure')).rejected).toBeNull()
    expect((await statesOf(id)).map(({ state }) => state)).toEqual(['suspended'])
  })

  test('is erased by who has just signed in, and sees before what is open [D447]', async () => {
    const [id = '', shared = ''] = await findMembers()
    const { database, ids } = service()
    const { workspaceId } = ids
    const headers = await signInMember(service(), 'Eve', id)
    const other = await signInMember(service(), 'Eve', shared)
    await inviteMember(database, { workspaceId, membershipId: shared, email: 'noa@example.com', name: 'Noa' })
    const { accountId } = await addMember(service(), 'Eve', id)
    const home = await read<Home>(headers, `/memberships/${id}/home`)
    const told = await read<Erasure>(headers, '/erasure')
    expect(told).toMatchObject({
      members: [{ isPayeeKept: expect.any(Boolean) }],
      left: [{}],
      isOperator: false,
    })
    type Places = Home['balances'][number]
    const toRows = (places: readonly Omit<Places, 'heldUntil'>[]) =>
      places.map(({ currency, ...of }) => [currency, of.held, of.available, of.toBePaid])
    const isOpen = ({ held, available, owed, toBePaid }: Places) =>
      [held, available, owed, toBePaid].some(({ amountMinor }) => amountMinor !== '0')
    expect(toRows(told.members[0]?.open ?? [])).toEqual(toRows(home.balances.filter(isOpen)))
    expect((await read<Home>(headers, `/memberships/${id}/home`)).waiting).toBeNull()

    await query(`update sessions set created_at = now() - interval '16 minutes' where account_id = $1`, [
      accountId,
    ])
    expect((await read<Erasure>(headers, '/erasure')).isFresh).toBe(false)
    expect(await post(headers, '/erasure')).toEqual({ rejected: 'sign_in_again', cookie: null })
    expect(await statesOf(id)).toEqual([])
    await query(`update sessions set created_at = now() where account_id = $1`, [accountId])
    const erased = await post(headers, '/erasure')
    expect([erased.rejected, erased.cookie]).toEqual([null, expect.stringContaining('Max-Age=0')])
    for (const session of [headers, other]) {
      expect((await service().fetch(`${base}/session`, { headers: session })).status).toBe(401)
    }
    const people = await listMembershipPeople(database, { workspaceId, membershipId: shared })
    expect(people.map(({ name }) => name)).toEqual(['Noa'])
    const [account] = await query<{ name: string; email: string }>(
      'select name, email from accounts where id = $1',
      [accountId],
    )
    expect(account?.name).toMatch(/^Erased [\da-f]{16}$/)
    expect((await mailsOf(id)).map(({ recipient }) => recipient)).toContain('Ada')
  })

  test('is erased where others look too: names and searches find the hash alone [D447]', async () => {
    const [id = ''] = await findMembers()
    const headers = await signInMember(service(), 'Zed', id)
    const [{ name } = { name: '' }] = await query<{ name: string }>(
      'select member_name as name from memberships where id = $1',
      [id],
    )
    await post(headers, '/erasure')
    const ada = await signIn(service(), 'Ada')
    const find = async (text: string) => {
      const path = `/api/console/v1/members?${new URLSearchParams({ search: text, appId: service().ids.appId })}`
      const response = await service().fetch(path, { headers: ada })
      expect([text, response.status]).toEqual([text, 200])
      const { items } = (await response.json()) as ConsoleResponse<'searchMembers'>
      return items.flatMap(({ member }) => (member.id === id ? [member.name] : []))
    }
    const [{ hashed } = { hashed: '' }] = await query<{ hashed: string }>(
      'select member_name as hashed from memberships where id = $1',
      [id],
    )
    expect(await find(hashed)).toEqual([hashed])
    expect(await find(name)).toEqual([])
  })
})
