import { type LocalPostgres, startLocalPostgres } from '@affiliate-platform/test-support/local-postgres'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { type Everything, startEverything, startOnDatabase } from '../../support/start-everything.ts'
import { continueAs } from './continue-as.ts'
import { launchBrowser, openWindow, type View, type Window } from './open-browser.ts'

/** A demo, and what looks at it. */
export interface Demo {
  readonly browser: Browser
  readonly baseUrl: string
}

/** Whether the demo has a database of a server: `npm run test:browser:postgres`. */
const isOnPostgres = process.env['DEMO_ON'] === 'postgres'

/** Starts the demo and a browser for the tests of a file, and ends both after them. */
export function startDemo(): Demo {
  let postgres: LocalPostgres | undefined
  let everything: Everything | undefined
  let browser: Browser | undefined
  let baseUrl = ''
  beforeAll(async () => {
    if (isOnPostgres) postgres = await startLocalPostgres()
    everything = postgres === undefined ? startEverything() : startOnDatabase(postgres.url)
    baseUrl = (await everything.waitFor(/platform is ready at (\S+)/))[1] ?? ''
    browser = await launchBrowser()
    // A fresh clone may still be building it.
    await vi.waitUntil(async () => (await fetch(`${baseUrl}/console`)).ok, { timeout: 60_000 })
  })
  afterAll(async () => {
    await browser?.close()
    await everything?.stop()
    await postgres?.stop()
  })
  return {
    get browser() {
      if (browser === undefined) throw new Error('The browser is there from the first test on.')
      return browser
    },
    get baseUrl() {
      return baseUrl
    },
  }
}

/** How the console is opened. */
interface Visit {
  /** By default a wide window in light colours. */
  readonly view?: View | undefined
  /** By default the stress test. */
  readonly workspace?: string | undefined
}

/** Opens the console, and continues as somebody of the demo. */
export async function openConsole(
  { browser, baseUrl }: Demo,
  name: string,
  { view = { colorScheme: 'light', width: 1280 }, workspace }: Visit = {},
): Promise<Window> {
  const window = await openWindow(browser, view)
  const { page } = window
  await page.goto(`${baseUrl}/console`)
  await continueAs(page, name, workspace)
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  return window
}

/** Nothing was refused, thrown or sent elsewhere, beside what a page asks for to be told no: 401 before a sign-in, 400. */
export async function expectNoFault({ page, faults, outside, context }: Window): Promise<void> {
  expect(faults.filter((fault) => !/status of 40[01]/.test(fault))).toEqual([])
  expect(outside).toEqual([])
  expect(await page.evaluate('refused')).toEqual([])
  // What a page reads to the last, by a route of the test, ends with the page.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
}
