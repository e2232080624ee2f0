import type { Database } from '@affiliate-platform/platform/database'
import { startMailing, tellByMail } from '@affiliate-platform/platform/outbox'
import {
  createSignInSearch,
  findAccountByEmail,
  invitePerson,
  useSignInLink,
} from '@affiliate-platform/platform/people'
import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertApp } from '@affiliate-platform/test-support/payout-builders'
import { startSmtp, type TestSmtp } from '@affiliate-platform/test-support/test-smtp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog, createMailSender } from '../../src/index.ts'

const from = 'Affiliates <affiliates@example.com>'
const origin = 'https://affiliates.example.com'

describeOnEachEngine('mail to operators', (database) => {
  let workspaceId: string
  let accountId: string
  const smtps: TestSmtp[] = []

  beforeEach(async () => {
    ;({ workspaceId } = await insertApp(database()))
    accountId = await invite('ada@example.com', 'Ada "<b>" Example')
  })
  afterEach(async () => {
    for (const { close } of smtps.splice(0)) await close()
  })

  const invite = async (email: string, name: string) => {
    await invitePerson(database(), { workspaceId, email, name, role: 'owner', actor: 'system' })
    return (await findAccountByEmail(database(), workspaceId, email))?.id ?? ''
  }

  const start = async (options?: Parameters<typeof startSmtp>[0]) => {
    const smtp = await startSmtp(options)
    smtps.push(smtp)
    return smtp
  }

  const run = async (smtpUrl: string, until: (rows: readonly Row[]) => boolean) => {
    const send = createMailSender({ smtpUrl, from, origin })
    const mailing = startMailing(database(), createLog('silent'), { send })
    await expect.poll(async () => until(await rows(database()))).toBe(true)
    await mailing.stop()
    return await rows(database())
  }

  interface Row {
    readonly id: string
    readonly recipientId: string
    readonly attempts: number
    readonly outcome: string | null
    readonly state: string
    readonly wait: number | null
  }

  const rows = (on: Database) =>
    on.query<Row>(
      {
        name: 'test_read_mails',
        text: `
          select id, recipient_id as "recipientId", attempts, outcome,
            round(extract(epoch from next_attempt_at - now()))::integer as wait,
            case when next_attempt_at is not null then 'waiting' when sent_at is not null then 'sent' else 'given up' end
              as state
          from outbox_mails where workspace_id = $1 order by id`,
      },
      [workspaceId],
    )
  const isTried = (found: readonly Row[]) => found.every(({ attempts }) => attempts > 0)
  const letBeDue = () =>
    database().query(
      {
        name: '',
        text: 'update outbox_mails set next_attempt_at = created_at, attempts = 0 where workspace_id = $1',
      },
      [workspaceId],
    )

  test('has a link that signs in, made as it is sent and kept nowhere [D406]', async () => {
    const smtp = await start()
    await tellByMail(database(), { workspaceId, accountId }, 'invitation')
    const [row] = await run(smtp.url, isTried)
    expect(row).toMatchObject({ attempts: 1, state: 'sent' })
    expect(smtp.taken).toHaveLength(1)
    const mail = (smtp.taken[0] ?? '').replaceAll('=\r\n', '').replaceAll('\r\n ', ' ').replaceAll('=3D', '=')
    expect(mail).toContain(`Message-ID: <${row?.id}.${row?.recipientId}@affiliates.example.com>`)
    expect(mail).toContain('From: Affiliates <affiliates@example.com>')
    expect(mail).toContain('&lt;b&gt;')
    expect(mail).not.toContain('List-Unsubscribe')
    const [, token = ''] = /console\/sign-in#([\w-]+)/.exec(mail) ?? []
    const dump = JSON.stringify(
      await database().query({ name: '', text: 'select * from outbox_mails where workspace_id = $1' }, [
        workspaceId,
      ]),
    )
    expect(dump).not.toContain(token)
    expect(dump).not.toContain('ada@')
    const found = await createSignInSearch(database())(token)
    expect(found).toMatchObject({ workspaceId })
    expect(await useSignInLink(database(), { workspaceId, id: found?.id ?? '' })).toBeDefined()
  })

  test('is sent again where the server greylists, and given up where it takes no such address [D406]', async () => {
    let isGrey = true
    const smtp = await start({
      onRcptTo: ({ address }, _session, done) => {
        const reject = (code: number) =>
          done(Object.assign(new Error(`no ${address}`), { responseCode: code }))
        if (address.startsWith('gone')) reject(550)
        else if (isGrey) reject(450)
        else done()
      },
    })
    await tellByMail(database(), { workspaceId, accountId }, 'sign_in')
    await tellByMail(
      database(),
      { workspaceId, accountId: await invite('gone@example.com', 'Gone') },
      'sign_in',
    )
    const [grey, gone] = await run(smtp.url, isTried)
    expect(grey).toMatchObject({ state: 'waiting', wait: 60, outcome: 'the server said 450' })
    expect(gone).toMatchObject({ state: 'given up', outcome: 'the server said 550' })
    expect(JSON.stringify(gone)).not.toContain('example.com')
    isGrey = false
    await letBeDue()
    expect(await run(smtp.url, isTried)).toMatchObject([{ state: 'sent' }, { state: 'given up' }])
  })

  test('waits where the server refuses or says that it closes, and is not lost [D406]', async () => {
    const closing = await start({
      onMailFrom: (_address, _session, done) =>
        done(Object.assign(new Error('later'), { responseCode: 421 })),
    })
    for (const _mail of [1, 2]) await tellByMail(database(), { workspaceId, accountId }, 'sign_in')
    const isOneTried = (found: readonly Row[]) => found.some(({ attempts }) => attempts > 0)
    for (const url of ['smtp://127.0.0.1:9', closing.url]) {
      const found = await run(url, isOneTried)
      expect(found.map(({ state }) => state)).toEqual(['waiting', 'waiting'])
      await letBeDue()
    }
    const smtp = await start()
    expect((await run(smtp.url, isTried)).map(({ state }) => state)).toEqual(['sent', 'sent'])
    expect(smtp.taken).toHaveLength(2)
  })
})
