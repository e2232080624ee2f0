import type { Locator, Page } from 'playwright-core'

/** A form of the console, as somebody fills it in. */
export interface Typing {
  readonly of: string
  readonly by: 'Ada' | 'Finn'
  /** Opens the form, types, and resolves to the field that was typed in last. */
  readonly type: (page: Page) => Promise<Locator>
  /** The button that sends it. */
  readonly send: (page: Page) => Locator
  /** What is there once it was done. */
  readonly done: (page: Page) => Locator
}

const openMember = async (page: Page, index: number) => {
  await page.getByRole('link', { name: 'Members', exact: true }).click()
  await page.getByRole('table').getByRole('link').nth(index).click()
  await page.getByRole('heading', { name: 'New terms' }).waitFor()
}

const fill = async (field: Locator, text: string) => {
  await field.fill(text)
  return field
}

/** Types new terms of one of the members. */
export async function typeTerms(page: Page, index: number): Promise<Locator> {
  await openMember(page, index)
  return fill(page.getByLabel('Commission (%)'), '23.45')
}

/** New terms for a member. */
export const terms: Typing = {
  of: 'terms',
  by: 'Finn',
  type: (page) => typeTerms(page, 2),
  send: (page) => page.getByRole('button', { name: 'Save terms' }),
  done: (page) => page.getByText(/saved by Finn/),
}

/** What people of the console type, and must not type twice. */
export const typings: readonly Typing[] = [
  {
    of: 'an exclusion',
    by: 'Finn',
    type: async (page) => {
      await openMember(page, 0)
      return fill(page.getByRole('region', { name: 'Payout runs' }).getByLabel('Why'), 'asked to wait')
    },
    send: (page) => page.getByRole('button', { name: 'Exclude from runs' }),
    done: (page) => page.getByText('Excluded: asked to wait'),
  },
  {
    of: 'a payee',
    by: 'Finn',
    type: async (page) => {
      await openMember(page, 1)
      const payee = page.getByRole('region', { name: 'Payee' })
      await payee.getByRole('button', { name: /payee$/ }).click()
      await payee.getByLabel('E-mail').fill('mia@studio.example')
      return fill(payee.getByLabel('Name'), 'Mia of the studio')
    },
    send: (page) => page.getByRole('button', { name: 'Save payee' }),
    done: (page) => page.getByText(/^Mia of the studio by/),
  },
  terms,
  {
    of: 'a payment',
    by: 'Finn',
    type: async (page) => {
      await page.goto(new URL('/console/payouts/all?status=unreported', page.url()).href)
      await page.getByRole('table').getByRole('link').first().click()
      await page.getByLabel('Method').fill('PayPal')
      return fill(page.getByLabel('Reference'), '8XK9')
    },
    send: (page) => page.getByRole('button', { name: 'Record payment' }),
    // The command below the form has it too.
    done: (page) => page.getByText(/(^|[^-])reference 8XK9/),
  },
  {
    of: 'a decision',
    by: 'Finn',
    type: async (page) => {
      await page.getByRole('link', { name: 'Cases', exact: true }).click()
      await page.getByRole('table').getByRole('link').first().click()
      await page.getByRole('radio').last().check()
      return fill(page.getByLabel('Reason'), 'nothing proves it')
    },
    send: (page) => page.getByRole('button', { name: /^Record decision/ }),
    done: (page) => page.getByText('nothing proves it', { exact: true }),
  },
  {
    of: 'an invitation',
    by: 'Ada',
    type: async (page) => {
      await page.getByRole('link', { name: 'People', exact: true }).click()
      const form = page.getByRole('region', { name: 'Invite a person' })
      await form.getByLabel('Name').fill('Mia')
      return fill(form.getByLabel('E-mail'), 'mia@bright.example')
    },
    send: (page) => page.getByRole('button', { name: 'Invite', exact: true }),
    done: (page) => page.getByRole('cell', { name: 'mia@bright.example' }),
  },
]
