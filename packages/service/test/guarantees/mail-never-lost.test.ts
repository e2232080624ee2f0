import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgres } from '@affiliate-platform/platform/database'
import { tellByMail } from '@affiliate-platform/platform/outbox'
import { findAccountByEmail, invitePerson } from '@affiliate-platform/platform/people'
import { report, scale, startRandom } from '@affiliate-platform/test-support/guarantee-scale'
import { insertApp } from '@affiliate-platform/test-support/payout-builders'
import { startSource } from '@affiliate-platform/test-support/source-process'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { startSmtp } from '@affiliate-platform/test-support/test-smtp'
import { describe, expect, test } from 'vitest'

const mailer = new URL('../mail/mailing-process.ts', import.meta.url)

// What passes meanwhile: the lease of a killed process, and the pauses after failures.
const passTime = {
  name: '',
  text: `
    update outbox_mails set held_until = null, next_attempt_at = now() - interval '1 second'
    where next_attempt_at is not null`,
}
const countWaiting = {
  name: '',
  text: 'select count(*)::integer as count from outbox_mails where sent_at is null',
}

describe.skipIf(!enginesAtHand.includes('postgres'))('mails, while processes are killed', () => {
  test('are each sent at least once, under one id, and none is lost [D406] [D407]', async () => {
    const random = startRandom()
    const kills = scale({ quick: 3, soak: 100 })
    const perKill = 8
    const url = await createPostgresCopy()
    const database = await openPostgres(url)
    const { workspaceId } = await insertApp(database)
    const person = { email: 'ada@example.com', name: 'Ada', role: 'owner', actor: 'system' } as const
    await invitePerson(database, { workspaceId, ...person })
    const accountId = (await findAccountByEmail(database, workspaceId, person.email))?.id ?? ''
    let recipients = 0
    let hangs = true
    const later = (responseCode: number) => Object.assign(new Error('later'), { responseCode })
    const smtp = await startSmtp({
      // Greylists, ends the connection, hangs until the process before it is killed, and mostly takes it.
      onRcptTo: (_address, _session, done) => {
        recipients += 1
        if (recipients % 7 === 0) done(later(450))
        else if (recipients % 11 === 0) done(later(421))
        else if (recipients % 13 !== 0 || !hangs) done()
      },
    })
    const waiting = async () => (await database.query<{ count: number }>(countWaiting, []))[0]?.count ?? 0
    const told = new Set<string>()

    for (let kill = 0; kill < kills; kill += 1) {
      for (let mail = 0; mail < perKill; mail += 1) {
        told.add(`${await tellByMail(database, { workspaceId, accountId }, 'sign_in')}.${accountId}`)
      }
      const mailing = startSource(mailer, [url, smtp.url])
      // Somewhere between the first and the last of what is under way.
      const until = smtp.taken.length + 1 + random.below(perKill)
      for (let polls = 0; smtp.taken.length < until && polls < 500 && (await waiting()) > 0; polls += 1)
        await sleep(10)
      await sleep(random.below(20))
      await mailing.kill()
      await database.query(passTime, [])
    }
    hangs = false
    const last = startSource(mailer, [url, smtp.url])
    while ((await waiting()) > 0) {
      await sleep(500)
      await database.query({ ...passTime, text: passTime.text.replace('held_until = null, ', '') }, [])
    }
    await last.end()

    const ids = smtp.taken.map((mail) => /Message-ID:\s+<([^@]+)@/.exec(mail)?.[1] ?? '')
    expect([...new Set(ids)].toSorted()).toEqual([...told].toSorted())
    report(`${told.size} mails through ${kills} kills: ${ids.length} were taken`)
    await smtp.close()
    await database.close()
  })
})
