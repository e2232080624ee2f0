import { forwardUninstall, handleUninstall, identifyOnInstall } from '@affiliate-platform/shopify-recipes'
import { expect, it } from 'vitest'

const createClient = () => ({ identify: async () => ({ ok: true }) })

it('refuses to set up both variants for one client, in either order [4.4-1] [D38a]', () => {
  const first = createClient()
  identifyOnInstall({ client: first })
  expect(() => forwardUninstall({ client: first })).toThrow('deliberatelyWithIdentifyOnInstall')
  const second = createClient()
  forwardUninstall({ client: second })
  expect(() => identifyOnInstall({ client: second })).toThrow('deliberatelyWithIdentifyOnInstall')
})

it('refuses both variants on the client of the environment [D38a]', () => {
  identifyOnInstall()
  expect(() => forwardUninstall()).toThrow(expect.objectContaining({ code: 'both_variants' }))
})

it('sets up both by the option that says so, and each alone as often as wanted [D38a]', () => {
  const client = createClient()
  identifyOnInstall({ client })
  identifyOnInstall({ client })
  handleUninstall()
  forwardUninstall({ client, deliberatelyWithIdentifyOnInstall: {} })
})
