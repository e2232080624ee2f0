import { apiKeyChecksum } from '@affiliate-platform/contract'
import { newApiKey } from '@affiliate-platform/platform/api-keys'
import { issueSignInLink } from '@affiliate-platform/platform/people'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test, vi } from 'vitest'
import { addMember, signInMember } from '../portal/sign-in-member.ts'
import { findAccountId, folder, origin, signIn } from './sign-in.ts'

const guessesMax = 300

const halves = [
  { half: 'console', rule: 'D339', audience: 'operator', link: 'sign_in', session: 'session' },
  { half: 'portal', rule: 'D440', audience: 'member', link: 'member_sign_in', session: 'member_session' },
] as const

/** Texts of the right form that nobody has: half of them begin as a real one does, each by more of it. */
function guess(kind: (typeof halves)[number]['link' | 'session'], real: string): readonly string[] {
  const start = `aff_${kind}_`
  const secret = real.slice(start.length, real.lastIndexOf('_'))
  return Array.from({ length: guessesMax }, (_, index) => {
    const made = newApiKey(kind)
    if (index % 2 === 0) return made
    const known = secret.slice(0, index % secret.length)
    const body = `${start}${known}${made.slice(start.length, -7).slice(known.length)}`
    return `${body}_${apiKeyChecksum(body)}`
  }).filter((text) => text !== real)
}

/** Gives a text a checksum that is wrong: that needs no look-up. */
const misspell = (text: string) => `${text.slice(0, -6)}000000`

describeServiceOnEachEngine('a guess', { console: { place: { origin }, folder } }, (service) => {
  /** Sends all of them at once; returns how often the database was asked, and by what. */
  async function watch(texts: readonly string[], send: (text: string) => Promise<Response>) {
    expect(texts.length).toBeGreaterThan(guessesMax - 10)
    const sessions = await service().count('sessions')
    const asked = vi.spyOn(service().database, 'query')
    const responses = await Promise.all(texts.map(send))
    const names = asked.mock.calls.map(([{ name }]) => name)
    asked.mockRestore()
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([401]))
    expect(responses.filter(({ headers }) => headers.has('set-cookie'))).toEqual([])
    expect(await service().count('sessions')).toBe(sessions)
    return names
  }

  test.each(halves)(
    'at a link to the $half signs nobody in, and is looked up with hundreds at once [$rule]',
    async ({ half, audience, link }) => {
      const { database, ids } = service()
      const account =
        audience === 'member'
          ? await addMember(service(), 'Mia')
          : { workspaceId: ids.workspaceId, accountId: await findAccountId(service(), 'Ada') }
      const real = (await issueSignInLink(database, account, audience))?.token ?? ''
      const open = (key: string) => service().fetch(`/api/${half}/v1/sign-in`, { method: 'POST', key })
      const names = await watch(guess(link, real), open)
      expect(new Set(names)).toEqual(new Set(['sign_in_link_find_by_hash']))
      expect(names.length).toBeLessThan(30)
      expect(await watch(guess(link, real).map(misspell), open)).toEqual([])
      expect((await open(real)).status).toBe(200)
    },
  )

  test.each(halves)(
    'at a cookie of the $half is nobody’s, and is looked up with hundreds at once [$rule]',
    async ({ half, audience, session }) => {
      const signed = await (half === 'console' ? signIn(service(), 'Ada') : signInMember(service(), 'Mia'))
      const name = `affiliate-${audience}`
      const real = signed.cookie.slice(name.length + 1)
      const open = (token: string) =>
        service().fetch(`/api/${half}/v1/session`, { headers: { origin, cookie: `${name}=${token}` } })
      const names = await watch(guess(session, real), open)
      expect(new Set(names)).toEqual(new Set(['session_find_by_hash']))
      expect(names.length).toBeLessThan(30)
      expect(await watch(guess(session, real).map(misspell), open)).toEqual([])
      expect((await open(real)).status).toBe(200)
    },
  )
})
