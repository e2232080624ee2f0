import { describe, expect, it } from 'vitest'
import { needsBrowser, views } from './support/open-browser.ts'
import { expectNoFault, openConsole, startDemo } from './support/open-console.ts'
import { goToScreen, openPortal } from './support/open-portal.ts'

const program = 'Bright Reviews Partners'
const words = '<img src=x onerror="refused.push(1)"> & “reviews”\nin two clicks'

describe('material to share in a browser', needsBrowser, () => {
  const demo = startDemo()

  it.each(views)(
    'is written by an owner, and copied by a member, in $colorScheme at $width px [D466]',
    async (view) => {
      const title = `Words ${view.width} ${view.colorScheme}`
      const operator = await openConsole(demo, 'Ada', { workspace: 'Bright Reviews', view })
      await operator.page.goto(`${demo.baseUrl}/console/programs`)
      await operator.page.getByRole('link', { name: program }).click()
      const card = operator.page.getByRole('region', { name: 'Material to share' })
      await card.getByRole('article', { name: 'Material Short description' }).waitFor()
      await card.getByRole('button', { name: 'Add material' }).click()
      await card.getByLabel('Title').fill(title)
      await card.getByLabel('Text to copy').fill(words)
      await card.getByLabel('Address').fill('http://example.com/logo.svg')
      await card.getByRole('button', { name: 'Share it' }).click()
      await card.getByText('A URL that begins with https://').waitFor()
      await card.getByLabel('Address').fill('https://example.com/logo.svg')
      expect(await operator.inspect('console-program-material')).toEqual([])
      expect(await operator.page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
      await card.getByRole('button', { name: 'Share it' }).dblclick()
      await card.getByRole('article', { name: `Material ${title}` }).waitFor()

      const member = await openPortal(demo, view)
      const { page, inspect } = member
      await member.context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await goToScreen(page, 'Links')
      const shared = page.getByRole('region', { name: 'Material to share' })
      const own = shared.getByRole('listitem').filter({ hasText: title })
      await own.getByText('<img src=x').waitFor()
      expect(await own.count()).toBe(1)
      await own.getByRole('button', { name: `Copy the text of ${title.toLowerCase()}` }).click()
      await own.getByText('Copied').waitFor()
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(words)
      const link = own.getByRole('link', { name: 'https://example.com/logo.svg' })
      expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
      expect(await inspect('portal-links-material')).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)

      await card.getByRole('button', { name: `Change ${title}` }).click()
      await card.getByLabel('Text to copy').fill('Shorter')
      await card.getByText(/materials update \S+ --title .+ --text Shorter --url/).waitFor()
      await card.getByRole('button', { name: 'Share it' }).click()
      await card
        .getByRole('article', { name: `Material ${title}` })
        .getByText('Shorter')
        .waitFor()
      await page.reload()
      await own.getByText('Shorter').waitFor()
      await card.getByRole('button', { name: `Remove ${title}` }).click()
      await card.getByRole('button', { name: 'Remove it' }).click()
      await card.getByRole('article', { name: `Material ${title}` }).waitFor({ state: 'detached' })
      await page.reload()
      await shared.getByText('Short description', { exact: true }).waitFor()
      expect(await own.count()).toBe(0)
      await expectNoFault(operator)
      await expectNoFault(member)
    },
  )

  it('is read and not written by who is no owner [D466]', async () => {
    const window = await openConsole(demo, 'Finn', { workspace: 'Bright Reviews' })
    const { page } = window
    await page.goto(`${demo.baseUrl}/console/programs`)
    await page.getByRole('link', { name: program }).click()
    const card = page.getByRole('region', { name: 'Material to share' })
    await card.getByRole('article', { name: 'Material Short description' }).waitFor()
    expect(await card.getByRole('button', { name: 'Add material' }).isDisabled()).toBe(true)
    expect(await card.getByRole('button', { name: /^(?:Change|Remove) / }).count()).toBe(0)
    await expectNoFault(window)
  })
})
