import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgres } from '@affiliate-platform/platform/database'
import { report, scale, startRandom } from '@affiliate-platform/test-support/guarantee-scale'
import { startSource } from '@affiliate-platform/test-support/source-process'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { startSmtp } from '@affiliate-platform/test-support/test-smtp'
import { describe, expect, test } from 'vitest'
import { createTellers } from './tell-everybody.ts'

const mailer = new URL('../mail/mailing-process.ts', import.meta.url)

// What passes meanwhile: the lease of a killed process, and the pauses after failures.
const passTime = {
  name: '',
  text: `
    update outbox_mails set held_until = null, next_attempt_at = now() - interval '1 second'
    where next_attempt_at is not null`,
}
// Of an application that was declined before, that it has arrived is told no more.
const listTold = {
  name: '',
  text: `
    select id || '.' || recipient_id as id, kind from outbox_mails
    where outcome is distinct from 'there was nothing to tell any more'`,
}
const countWaiting = {
  name: '',
  text: 'select count(*)::integer as count from outbox_mails where next_attempt_at is not null',
}

describe.skipIf(!enginesAtHand.includes('postgres'))('mails, while processes are killed', () => {
  test('of every kind are each sent at least once, under one id, and none is lost [D406] [D407]', async () => {
    const random = startRandom()
    const kills = scale({ quick: 3, soak: 100 })
    const perKill = 8
    const url = await createPostgresCopy()
    const database = await openPostgres(url)
    const tellers = await createTellers(database)
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
    let acts = 0

    for (let kill = 0; kill < kills; kill += 1) {
      for (let act = 0; act < perKill; act += 1, acts += 1) await tellers[acts % tellers.length]?.()
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
    const told = await database.query<{ readonly id: string; readonly kind: string }>(listTold, [])
    expect([...new Set(ids)].toSorted()).toEqual(told.map(({ id }) => id).toSorted())
    const kinds = new Set(told.map(({ kind }) => kind))
    expect(kinds.size).toBe(Math.min(acts, tellers.length))
    report(`${told.length} mails of ${kinds.size} kinds through ${kills} kills: ${ids.length} were taken`)
    await smtp.close()
    await database.close()
  })
})
