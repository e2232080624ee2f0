import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertMoneyApp, type MoneyApp } from '@affiliate-platform/test-support/money-builders'
import { collect } from '@affiliate-platform/test-support/money-story'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '../../src/database.ts'
import { findPayeeHold, listPayees, setPayee } from '../../src/payees.ts'
import { freezeRun } from '../../src/payout-runs.ts'
import { inviteMember, removeMember } from '../../src/people.ts'
import { updateWorkspace } from '../../src/workspaces.ts'
import { pay, preview } from '../payout-runs/runs.ts'

const noMoney = { amountMinor: '0', currency: 'USD' }
const nowhere = { iban: null, bic: null, town: null, country: null }
const dayMs = 86_400_000

describeOnEachEngine('payouts that are moved', (database) => {
  let app: MoneyApp
  const member = `member:${newId()}`

  beforeEach(async () => {
    app = await insertMoneyApp(database(), { threshold: noMoney, cpi: noMoney, holdDays: 0 })
    await collect(database(), app, [{ on: '2026-02-01', gross: '19.0' }])
  })

  const move = (email: string, actor = member) =>
    setPayee(database(), {
      ...{ workspaceId: app.workspaceId, membershipId: app.membershipId, effectiveFrom: undefined, actor },
      ...{ ...nowhere, name: 'Mia Moore', kind: 'person', method: 'paypal', email },
    })

  /** The same, some days ago. */
  const moveBefore = (email: string, days: number) =>
    database().query(
      {
        name: '',
        text: `
          insert into payees
            (workspace_id, id, app_id, membership_id, effective_from, name, method, email, actor, created_at)
          select $1, $2, app_id, id, now() - $5::interval, 'Mia Moore', 'paypal', $4, $6, now() - $5::interval
          from memberships where workspace_id = $1 and id = $3`,
      },
      [app.workspaceId, newId(), app.membershipId, email, `${days} days`, member],
    )

  const see = async () => {
    const { decisions, hash } = await preview(database(), app.workspaceId, '2026-03-05')
    const [pair] = decisions
    return { hash, told: [pair?.decision, pair?.reason, ...(pair?.warnings ?? [])] }
  }
  const hold = () => findPayeeHold(database(), app)

  const freeze = (previewHash: string) =>
    freezeRun(database(), {
      ...{ workspaceId: app.workspaceId, runId: newId(), asOf: new Date('2026-03-05'), previewHash },
      actor: 'operator:mia',
    })

  test('wait for three days, which the run says, and the first ones do not [D450]', async () => {
    await move('mia@example.com')
    expect((await see()).told).toEqual(['paid', null])
    expect(await hold()).toBeUndefined()
    await move('other@example.com')
    const until = await hold()
    expect(Math.round(((until?.getTime() ?? 0) - Date.now()) / dayMs)).toBe(3)
    const told = `payee_changed: until ${until?.toISOString().replace('.000Z', 'Z')}`
    expect((await see()).told).toEqual(['excluded', told])
    await updateWorkspace(database(), { id: app.workspaceId, payeeHoldDays: 0 })
    expect((await see()).told).toEqual(['paid', null, 'payee_changed'])
  })

  test('wait no longer than that, and no more once an operator has said the same [D450]', async () => {
    await moveBefore('mia@example.com', 30)
    await moveBefore('other@example.com', 2)
    expect((await see()).told).toMatchObject(['excluded', expect.stringContaining('payee_changed: until ')])
    await updateWorkspace(database(), { id: app.workspaceId, payeeHoldDays: 1 })
    expect((await see()).told).toEqual(['paid', null, 'payee_changed'])
    await updateWorkspace(database(), { id: app.workspaceId, payeeHoldDays: 30 })
    expect(await hold()).toBeDefined()
    expect(await move('other@example.com')).toMatchObject({ isNew: false })
    expect(await move('other@example.com', 'operator:finn')).toMatchObject({ isNew: true })
    expect(await hold()).toBeUndefined()
    expect((await see()).told).toEqual(['paid', null, 'payee_changed'])
    const payees = await listPayees(database(), app)
    expect(payees.map(({ email, actor }) => `${email} ${actor.split(':')[0]}`)).toEqual([
      'other@example.com operator',
      'other@example.com member',
      'mia@example.com member',
    ])
  })

  test('are frozen by nobody who has not seen it, and warned of until the next payout [D450]', async () => {
    await move('mia@example.com', 'operator:finn')
    const before = await see()
    expect(before.told).toEqual(['paid', null])
    await move('other@example.com', 'operator:finn')
    const refused = await freeze(before.hash)
    expect(refused).toMatchObject({ ok: false, rejection: 'other_preview' })
    const after = await see()
    expect(after.told).toEqual(['paid', null, 'payee_changed'])
    expect(await freeze(after.hash)).toMatchObject({ ok: true, isNew: true })
    await collect(database(), app, [{ on: '2026-03-10', gross: '19.0' }])
    const { decisions } = await preview(database(), app.workspaceId, '2026-03-20')
    expect(decisions[0]).toMatchObject({ decision: 'paid', warnings: [] })
    await pay(database(), app.workspaceId, '2026-03-20')
  })

  test('are told to who acts for the member, and to the address of before, with no detail [D451]', async () => {
    const mails = () =>
      database().query<{ email: string; data: object }>(
        {
          name: '',
          text: `
            select coalesce(account.email, payee.email) as email, mail.data
            from outbox_mails mail
            left join accounts account on account.workspace_id = $1 and account.id = mail.account_id
            left join payees payee on payee.workspace_id = $1 and mail.membership_id is not null
              and payee.id = (mail.data ->> 'formerPayeeId')::uuid
            where mail.workspace_id = $1 and mail.kind = 'payee_changed'
            order by mail.created_at, 1`,
        },
        [app.workspaceId],
      )
    await move('first@example.com')
    expect(await mails()).toEqual([])
    await move('second@example.com')
    expect((await mails()).map(({ email }) => email)).toEqual(['first@example.com'])
    const noa = await inviteMember(database(), { ...app, email: 'noa@example.com', name: 'Noa' })
    await inviteMember(database(), { ...app, email: 'second@example.com', name: 'Mia' })
    await removeMember(database(), { ...app, accountId: noa?.person.id ?? '' })
    await inviteMember(database(), { ...app, email: 'kim@example.com', name: 'Kim' })
    await move('third@example.com', 'operator:finn')
    // Who acts for the member at the address of before is told once.
    expect((await mails()).map(({ email }) => email)).toEqual([
      ...['first@example.com', 'kim@example.com', 'second@example.com'],
    ])
    expect(JSON.stringify(await mails())).not.toContain('third')
    // What applies later, or applied before, is moved by nobody now.
    const later = { effectiveFrom: new Date('2999-01-01'), actor: 'operator:finn' }
    const { workspaceId, membershipId } = app
    await setPayee(database(), {
      ...{ workspaceId, membershipId, ...later },
      ...{ ...nowhere, name: 'Mia Moore', kind: 'person', method: 'paypal', email: 'late@example.com' },
    })
    expect(await mails()).toHaveLength(3)
  })
})
