import { startCommand } from '@affiliate-platform/test-support/service-process'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { startSmtp } from '@affiliate-platform/test-support/test-smtp'
import { describe, expect, test } from 'vitest'
import { createCommandLine, createEmptyDatabase } from './command-line.ts'

describe.runIf(enginesAtHand.includes('postgres'))('mail, as serve sends it', () => {
  test('invites an operator, and sends a link to one who has a role [D406] [D410]', async () => {
    const DATABASE_URL = await createEmptyDatabase()
    const line = createCommandLine({ DATABASE_URL })
    await line.value('migrate')
    await line.value('workspaces create --name Ours')
    const smtp = await startSmtp()
    const service = startCommand(['serve', '--port', '0'], {
      env: {
        ...{ DATABASE_URL, SMTP_URL: smtp.url, MAIL_FROM: 'Affiliates <affiliates@example.com>' },
        CONSOLE_ORIGIN: 'http://localhost:4010',
      },
    })
    await service.ready()
    const { stderr } = await line.run('accounts invite ada@example.com --role owner --name Ada --mail')
    expect(stderr).toBe('Ada is owner. serve sends them an invitation.\n')
    await expect.poll(() => smtp.taken.length).toBe(1)
    expect(smtp.taken[0]).toContain('To: Ada <ada@example.com>')
    expect(smtp.taken[0]).toContain('http://localhost:4010/console/sign-in#')
    await line.value('accounts mail-link ada@example.com')
    await expect.poll(() => smtp.taken.length).toBe(2)
    expect(smtp.taken[1]).toContain('Your link to sign in to Ours')
    await line.value('accounts invite finn@example.com --role owner --name Finn')
    await line.value('accounts revoke ada@example.com')
    expect(await line.rejection('accounts mail-link ada@example.com', 1)).toContain('accounts grant')
    const { stderr: tested } = await line.run('mail test finn@example.com')
    expect(tested).toBe('Mail to finn@example.com: the server took it.\n')
    expect(smtp.taken[2]).toContain('A test of the mail of Ours')
    const mails = (await line.json('mail list --state sent')) as readonly { readonly id: string }[]
    expect(mails).toMatchObject([
      { kind: 'test', recipient: 'Finn' },
      { kind: 'sign_in' },
      { kind: 'invitation' },
    ])
    const { stderr: repeated } = await line.run(`mail repeat ${mails[0]?.id}`)
    expect(repeated).toBe('Mails to be sent once more: 1.\n')
    await expect.poll(() => smtp.taken.length).toBe(4)
    const ids = smtp.taken.slice(2).map((mail) => /Message-ID:\s+(<.+>)/.exec(mail)?.[1])
    expect(ids[0]).toBe(ids[1])
    expect((await service.stop()).exitCode).toBe(0)
    expect(smtp.taken).toHaveLength(4)
    await smtp.close()
  })
})
