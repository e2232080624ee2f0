import { sendDueMail, tokenOf } from '@affiliate-platform/test-support/due-mail'
import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertApp, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import { beforeEach, expect, test } from 'vitest'
import {
  applyDueAddresses,
  changeAddress,
  keepAddress,
  proveAddress,
  takeBackAddress,
} from '../../src/addresses.ts'
import { findAccount, inviteMember, issueSignInLink } from '../../src/people.ts'

const [old, other] = ['mia@example.com', 'mia@example.org']

describeOnEachEngine('an address that was lost', (database) => {
  let app: TestApp
  let accountId: string

  beforeEach(async () => {
    app = await insertApp(database())
    accountId = (await inviteMember(database(), { ...app, email: old, name: 'Mia' }))?.person.id ?? ''
  })

  const key = () => ({ workspaceId: app.workspaceId, accountId })
  const emailOf = async () => (await findAccount(database(), key()))?.email
  const mails = () => sendDueMail(database(), app.workspaceId)
  const give = (email = other) =>
    changeAddress(database(), { ...key(), email, by: { reason: 'she called from her number' } })
  const age = async (past: string) => {
    const text = `
      update address_changes set created_at = created_at - $2::interval, applies_from = applies_from - $2::interval,
        applied_at = applied_at - $2::interval
      where workspace_id = $1`
    await database().query({ name: '', text }, [app.workspaceId, past])
    await applyDueAddresses(database())
  }

  test('is replaced after three days, once somebody reads mail at the new one, who is told [D453]', async () => {
    const given = await give()
    const sent = await mails()
    expect(sent.map(({ email, content }) => [email, content.kind]).toSorted()).toEqual([
      [old, 'address_changing'],
      [other, 'address_proof'],
    ])
    const token = tokenOf(sent, 'address_proof')
    expect(await proveAddress(database(), token)).toEqual(given.ok && given.change.appliesFrom)
    expect(await proveAddress(database(), token)).toBeUndefined()
    await age('71 hours')
    expect(await emailOf()).toBe(old)
    await issueSignInLink(database(), key(), 'member')
    await age('2 hours')
    expect(await emailOf()).toBe(other)
    expect((await mails()).map(({ email, content }) => [email, content])).toEqual([
      [other, { kind: 'address_changed', isTakenBack: false }],
    ])
    const [links] = await database().query<{ readonly open: number }>(
      {
        name: '',
        text: 'select count(*)::integer as open from sign_in_links where account_id = $1 and used_at is null',
      },
      [accountId],
    )
    expect(links?.open).toBe(0)
    expect(await takeBackAddress(database(), tokenOf(sent, 'address_changing'))).toBe('taken_back')
    expect(await emailOf()).toBe(old)
  })

  test('stays where no link was used, where the one before objects, and where an operator keeps it [D453]', async () => {
    await give()
    await mails()
    await age('100 hours')
    expect(await emailOf()).toBe(old)

    await give()
    const objected = await mails()
    await proveAddress(database(), tokenOf(objected, 'address_proof'))
    expect(await takeBackAddress(database(), tokenOf(objected, 'address_changing'))).toBe('stopped')
    await age('100 hours')
    expect(await emailOf()).toBe(old)

    await give()
    await proveAddress(database(), tokenOf(await mails(), 'address_proof'))
    expect([await keepAddress(database(), key()), await keepAddress(database(), key())]).toEqual([
      true,
      false,
    ])
    await age('100 hours')
    expect(await emailOf()).toBe(old)
  })

  test('is not replaced by one that somebody has, or was given meanwhile [D453]', async () => {
    await give()
    await proveAddress(database(), tokenOf(await mails(), 'address_proof'))
    await inviteMember(database(), { ...app, email: other, name: 'Noa' })
    expect(await give()).toEqual({ ok: false, rejection: 'taken' })
    await age('100 hours')
    expect(await emailOf()).toBe(old)
    expect(await give(old)).toEqual({ ok: false, rejection: 'same' })
    // What was ended is not tried again.
    expect(await keepAddress(database(), key())).toBe(false)
  })
})
