import { describe, expect, it } from 'vitest'
import { needsBrowser, openWindow, type View } from './support/open-browser.ts'
import { startDemo } from './support/open-console.ts'
import { takeTroubles } from './support/watch.ts'

const wide: View = { colorScheme: 'light', width: 1280 }

/** What somebody would have a page do who could write into it. */
const planted = `(() => {
  for (const [name, text] of [['style', 'body { color: red }'], ['script', 'globalThis.isPlanted = true']]) {
    document.head.append(Object.assign(document.createElement(name), { textContent: text }))
  }
  document.body.append(Object.assign(new Image(), { src: 'https://elsewhere.example/seen' }))
})()`

describe('the pages of console and portal', needsBrowser, () => {
  const demo = startDemo()

  it.each([
    ['console', 'The console needs JavaScript. Without it, use the command affiliate-service.'],
    ['portal', 'This page needs JavaScript. Turn it on in your browser, then reload.'],
  ])('say without scripts what is needed: %s [D341]', async (half, said) => {
    const { page, faults, context } = await openWindow(demo.browser, { ...wide, hasScripts: false })
    for (const path of ['', '/sign-in', '/payouts']) {
      const response = await page.goto(`${demo.baseUrl}/${half}${path}`)
      expect(response?.status()).toBe(200)
      expect((await page.locator('body').innerText()).trim()).toBe(said)
    }
    expect(faults).toEqual([])
    await context.close()
  })

  it.each(['console', 'portal'])(
    'refuse styles, scripts and images that are not theirs, which no test overlooks: %s [D341]',
    async (half) => {
      const { page, context } = await openWindow(demo.browser, wide)
      await page.goto(`${demo.baseUrl}/${half}/sign-in`)
      await page
        .getByRole('button', { name: /Ada|Mia/ })
        .first()
        .waitFor()
      expect(takeTroubles()).toEqual([])
      await page.evaluate(planted)
      const refused = ['style-src-elem', 'script-src-elem', 'img-src']
      await expect.poll(() => page.evaluate('refused')).toEqual(expect.arrayContaining(refused))
      expect(await page.evaluate('globalThis.isPlanted')).toBe(undefined)
      await page.evaluate(`setTimeout(() => { throw new Error('planted') })`)
      const troubles: string[] = []
      await expect
        .poll(() => troubles.push(...takeTroubles()) && troubles.join('\n'))
        .toMatch(/style-src-elem refused inline[\s\S]*img-src refused https:[\s\S]*: planted$/)
      await context.close()
    },
  )
})
