import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { continueAs } from './support/continue-as.ts'
import { type Typing, terms, typeTerms, typings } from './support/forms.ts'
import { makeStoppable, type Stoppable } from './support/make-stoppable.ts'
import { needsBrowser, type Window } from './support/open-browser.ts'
import { openConsole, startDemo } from './support/open-console.ts'

const soon = { timeout: 3000 }
// It asks again after 5 s at the latest.
const byItself = { timeout: 10_000 }

describe('a form of the console that is interrupted', needsBrowser, () => {
  const demo = startDemo()
  let service: Stoppable
  let ada: Window
  beforeAll(async () => {
    service = await makeStoppable(demo.baseUrl)
    ada = await openConsole(demo, 'Ada')
  })
  afterAll(() => service?.stop())

  /** Somebody who has typed, and how they try to send it. */
  async function begin({ by, type, send }: Typing) {
    const { browser } = demo
    const window = await openConsole({ browser, baseUrl: service.baseUrl }, by)
    const { page } = window
    const field = await type(page)
    const typed = await field.inputValue()
    const expectKept = async () => expect(await field.inputValue()).toBe(typed)
    const failToSend = async (said: string | RegExp = '') => {
      const sent = page.waitForRequest((request) => request.method() === 'POST')
      await send(page).click()
      await sent
      await page.getByRole('alert').filter({ hasText: said }).first().waitFor()
      await expectKept()
    }
    return { ...window, by, field, expectKept, failToSend }
  }
  type Begun = Awaited<ReturnType<typeof begin>>

  const away = ({ page }: Begun) => page.getByText(/^Not connected since/)

  /** Gives Finn another role, in the name of Ada. */
  async function giveFinn(role: 'finance' | 'reader' | 'support'): Promise<void> {
    const { items } = (await ada.page.evaluate(
      'fetch("/api/console/v1/people").then((response) => response.json())',
    )) as ConsoleResponse<'listPeople'>
    const finn = items.find(({ name }) => name === 'Finn')
    const status = await ada.page.evaluate<number>(`fetch('/api/console/v1/people/${finn?.id}/role', {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"role":"${role}"}'
    }).then((response) => response.status)`)
    expect(status).toBe(200)
  }

  async function endSession({ page, context, by, failToSend }: Begun): Promise<void> {
    await context.clearCookies()
    await failToSend()
    await page.getByText('Your session has ended').waitFor()
    const other = await context.newPage()
    await other.goto(new URL('/console/sign-in', page.url()).href)
    await continueAs(other, by)
    await other.getByText('Needs you').waitFor()
    await other.close()
    await page.getByText('Your session has ended').waitFor({ state: 'hidden' })
  }

  /** Takes the role away before the page knows, then so that it does, and gives it back. */
  async function takeRoleAway({ page, by, expectKept, failToSend }: Begun): Promise<void> {
    if (by !== 'Finn') return
    await page.route('**/api/console/v1/session', (route) => route.abort())
    await giveFinn('reader')
    await failToSend()
    await page.unrouteAll({ behavior: 'wait' })
    await giveFinn('support')
    await page.getByText('Your role (support)').first().waitFor()
    await giveFinn('finance')
    await page.getByText('Your role (support)').first().waitFor({ state: 'detached' })
    await expectKept()
  }

  async function loseNetwork(begun: Begun): Promise<void> {
    await begun.context.setOffline(true)
    const said = 'You are offline. Try again once you are connected.'
    await Promise.all([away(begun).waitFor(soon), begun.failToSend(said)])
    await begun.context.setOffline(false)
    await away(begun).waitFor({ state: 'hidden', ...soon })
    await begun.expectKept()
  }

  async function stopService(begun: Begun): Promise<void> {
    await service.stop()
    try {
      await Promise.all([away(begun).waitFor(soon), begun.failToSend('The service is not responding.')])
    } finally {
      // Other tests need it.
      await service.start()
    }
    await away(begun).waitFor({ state: 'hidden', ...byItself })
    await begun.expectKept()
  }

  /** It is done as often as it is sent, and nobody hears of it. */
  async function loseResponses({ page, failToSend }: Begun, times: number): Promise<void> {
    let lost = 0
    await page.route('**/api/console/v1/**', async (route) => {
      if (route.request().method() === 'POST') {
        await route.fetch()
        lost += 1
      }
      await route.abort()
    })
    for (let sent = 1; sent <= times; sent += 1) {
      await failToSend()
      await expect.poll(() => lost).toBe(sent)
    }
    await page.unrouteAll({ behavior: 'wait' })
  }

  it.each(typings)('loses nothing that was typed of $of, and does it once [D71] [D347]', async (typing) => {
    const begun = await begin(typing)
    const { page, context } = begun
    const done = typing.done(page)
    expect(await done.count()).toBe(0)
    await endSession(begun)
    await takeRoleAway(begun)
    await loseNetwork(begun)
    await stopService(begun)
    expect(await done.count()).toBe(0)
    await loseResponses(begun, 2)
    // The screen tells by itself that it was done.
    await done.first().waitFor()
    await page.reload()
    await done.first().waitFor()
    expect(await done.count()).toBe(1)
    await context.close()
  })

  it('saves other terms than those whose response was lost [D71]', async () => {
    const begun = await begin({ ...terms, type: (page) => typeTerms(page, 3) })
    const { page, field, context } = begun
    await loseResponses(begun, 1)
    await terms.done(page).first().waitFor()
    await field.fill('24.5')
    await terms.send(page).click()
    await expect.poll(() => terms.done(page).count()).toBe(2)
    expect(await page.getByRole('alert').count()).toBe(0)
    await context.close()
  })
})
