import type { BrowserContext } from 'playwright-core'

const troubles: string[] = []

/** What the policy of a page has refused and what pages have thrown, since this was asked last. */
export const takeTroubles = (): readonly string[] => troubles.splice(0)

// Text, because it runs in the page. A test may read what was refused there too.
const listening = `
  globalThis.refused = []
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    refused.push(violatedDirective)
    tellRefused(location.href, violatedDirective, blockedURI)
  })`

/** Notes what the policies of all its pages and frames refuse, and what they throw. */
export async function watch(context: BrowserContext): Promise<void> {
  await context.exposeFunction('tellRefused', (page: string, directive: string, blocked: string) => {
    troubles.push(`${page}: ${directive} refused ${blocked}`)
  })
  await context.addInitScript(listening)
  context.on('weberror', (thrown) => {
    troubles.push(`${thrown.page()?.url()}: ${thrown.error().message}`)
  })
}
