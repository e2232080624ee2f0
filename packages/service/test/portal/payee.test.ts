import type { ConsoleResponse, MemberBody, MemberResponse } from '@affiliate-platform/contract/console'
import { listAuditEntries } from '@affiliate-platform/platform/audit'
import { newId } from '@affiliate-platform/platform/database'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test } from 'vitest'
import { findAccountId, folder, origin, signIn } from '../console/sign-in.ts'
import { signInMember } from './sign-in-member.ts'

type Own = MemberResponse<'readOwnPayee'>
type Changed = MemberResponse<'changeOwnPayee'>

const iban = 'DE89 3704 0044 0532 0130 00'
const bank: MemberBody<'changeOwnPayee'> = {
  ...{ name: 'Mia Moore', kind: 'person', method: 'sepa', email: null, iban },
  ...{ bic: null, town: null, country: null },
}
const paypal: MemberBody<'changeOwnPayee'> = {
  ...bank,
  ...{ method: 'paypal', email: 'mia.moore@example.com', iban: null },
}

describeServiceOnEachEngine('where payouts go', { console: { place: { origin }, folder } }, (service) => {
  const query = <Row>(text: string, values: readonly unknown[]) =>
    service().database.query<Row>({ name: '', text }, values)

  /** A member with something available, to whom nobody knows the way; signs in who acts for them. */
  async function enter(index: number) {
    const [found] = await query<{ readonly id: string; readonly commissionId: string }>(
      `select member.id, commission.id as "commissionId"
        from memberships member
        join lateral (
          select id from commissions
          where workspace_id = $1 and membership_id = member.id and payout_id is null and available_at <= now()
          order by available_at desc, id
          limit 1
        ) commission on true
        where member.workspace_id = $1 and not exists (
          select from payees where workspace_id = $1 and membership_id = member.id
        )
        order by member.id limit 1`,
      [service().ids.workspaceId],
    )
    if (found === undefined) throw new Error('The demo has members without a payee who can be paid.')
    const { id, commissionId } = found
    const name = `Pia${index}`
    const headers = await signInMember(service(), name, id)
    const path = `/api/portal/v1/memberships/${id}/payee`
    const read = async <Value = Own>(at = path): Promise<Value> => {
      const response = await service().fetch(at, { headers })
      expect([at, response.status]).toEqual([at, 200])
      return (await response.json()) as Value
    }
    const change = (json: MemberBody<'changeOwnPayee'>) =>
      service().fetch(path, { method: 'POST', headers, json })
    const changed = async (json: MemberBody<'changeOwnPayee'>) =>
      (await (await change(json)).json()) as Changed
    return { id, commissionId, name, read, change, changed }
  }

  test('is said by the member, shown to them by its end alone, and known to operators [D450]', async () => {
    const { id, name, read, changed } = await enter(0)
    expect(await read()).toMatchObject({ payee: null, holdDays: 3, isFresh: true })
    const first = await changed(bank)
    expect(first).toMatchObject({
      rejected: null,
      payee: { name: 'Mia Moore', method: 'sepa', account: '•••• 3000', by: 'you', heldUntil: null },
    })
    const second = await changed(paypal)
    expect(second.payee).toMatchObject({ account: 'm•••@example.com', heldUntil: expect.any(String) })
    expect((await changed(paypal)).payee?.since).toBe(second.payee?.since)
    const told = JSON.stringify([first, second, await read()])
    for (const secret of ['DE89', '0532', 'mia.moore']) expect(told).not.toContain(secret)

    const headers = await signIn(service(), 'Finn')
    const response = await service().fetch(`/api/console/v1/members/${id}/payees`, { headers })
    const { items } = (await response.json()) as ConsoleResponse<'listPayees'>
    expect(items.map(({ method, by }) => [method, by])).toEqual([
      ['paypal', name],
      ['sepa', name],
    ])
    expect(items[0]?.email).toBe('mia.moore@example.com')
  })

  test('is a fact in their name, of which neither audit nor mail tells a detail [D450] [D451]', async () => {
    const { id, name, changed } = await enter(1)
    await changed(bank)
    await changed(paypal)
    const { workspaceId } = service().ids
    const actor = `member:${await findAccountId(service(), name)}`
    const page = { after: undefined, limit: 1000 }
    const entries = await listAuditEntries(service().database, { workspaceId }, page)
    const ofPayee = entries.filter(({ subject, subjectId }) => subject === 'payee' && subjectId === id)
    expect(ofPayee.map((entry) => [entry.actor, entry.action])).toEqual([
      [actor, 'create'],
      [actor, 'create'],
    ])
    const mails = await query<{ readonly data: object }>(
      `select data from outbox_mails where workspace_id = $1 and data ->> 'membershipId' = $2`,
      [workspaceId, id],
    )
    expect(mails).toHaveLength(1)
    for (const secret of ['DE89', 'mia.moore', 'Mia Moore']) {
      expect(JSON.stringify([entries, mails])).not.toContain(secret)
    }
  })

  test('is moved by nobody who has not just signed in, and nothing is written then [D450]', async () => {
    const { id, name, read, changed } = await enter(2)
    await changed(bank)
    const accountId = await findAccountId(service(), name)
    const age = (minutes: number) =>
      query(`update sessions set created_at = now() - $2::interval where account_id = $1`, [
        ...[accountId, `${minutes} minutes`],
      ])
    await age(15)
    const rows = () => query('select id from payees where membership_id = $1', [id])
    const before = await rows()
    const refused = await changed(paypal)
    expect(refused).toMatchObject({ rejected: 'sign_in_again', isFresh: false })
    expect(refused.payee?.account).toBe('•••• 3000')
    expect([await rows(), (await read()).isFresh]).toEqual([before, false])
    await age(14)
    expect((await changed(paypal)).rejected).toBeNull()
  })

  test('is checked as an operator’s is: the fault stands at its field [D351] [D450]', async () => {
    const { read, change } = await enter(3)
    const faulty = await change({ ...bank, iban: 'DE00' })
    expect(faulty.status).toBe(400)
    expect(await faulty.json()).toMatchObject({ errors: [{ pointer: '/iban' }] })
    const other = await change({ ...paypal, method: 'other' as never })
    expect(other.status).toBe(400)
    expect((await read()).payee).toBeNull()
  })

  test('is why something is not paid yet, and until when, at home and in both halves [D450]', async () => {
    const { id, commissionId, read, changed } = await enter(4)
    await changed(bank)
    const why = () =>
      read<MemberResponse<'explainEarning'>>(`/api/portal/v1/earnings/${commissionId}/explanation`)
    const before = await why()
    expect(before.waiting?.until).toBeNull()
    const { payee } = await changed(paypal)
    const until = payee?.heldUntil ?? ''
    expect((await why()).waiting).toMatchObject({ code: 'payee_changed', reason: null, until })
    const home = await read<MemberResponse<'readHome'>>(`/api/portal/v1/memberships/${id}/home`)
    expect([home.hasPayee, home.payeeHeldUntil]).toEqual([true, until])
    const headers = await signIn(service(), 'Finn')
    const path = `/api/console/v1/commissions/${commissionId}/explanation`
    const seen = await service().fetch(path, { headers })
    expect(((await seen.json()) as ConsoleResponse<'explainCommission'>).waiting).toMatchObject({
      code: 'payee_changed',
      until,
    })
    // A run says the same of them, and what it said is no reason any more once an operator has said it too.
    const preview = await service().fetch('/api/console/v1/payout-runs/preview', { headers })
    const { asOf, hash, decisions } = (await preview.json()) as ConsoleResponse<'previewPayoutRun'>
    const ofMember = decisions.filter(({ member }) => member.id === id)
    expect(ofMember.length).toBeGreaterThan(0)
    for (const { decision, reason } of ofMember) {
      expect([decision, reason?.split(':')[0]]).toEqual(['excluded', 'payee_changed'])
    }
    const run = { id: newId(), asOf, previewHash: hash }
    await service().fetch('/api/console/v1/payout-runs', { method: 'POST', headers, json: run })
    expect((await why()).waiting?.code).toBe('payee_changed')
    const set = { ...paypal, effectiveFrom: null }
    await service().fetch(`/api/console/v1/members/${id}/payees`, { method: 'POST', headers, json: set })
    expect((await why()).waiting).toEqual(before.waiting)
  })
})
