import { expect, it } from 'vitest'
import { completeExpressApp, installApp } from './built-apps.ts'
import { startExpress, startStage } from './built-stage.ts'

const stage = startStage()

// In a file of its own: one process never has both variants.
it('an Express app forwards an uninstall with no hand edit, and no token [4.4-1] [4.4-3]', async () => {
  const app = await installApp(completeExpressApp())
  expect(await app.add('--yes', '--variant', 'forward')).toBe(0)
  const send = await startExpress(app.folder)
  const shop = 'forward.myshopify.com'
  stage.addShop(shop)
  expect(await stage.authorize(send, shop)).toBe(302)
  expect(await stage.uninstalled(send, shop, '/api/webhooks/app/uninstalled')).toBe(200)
  const [call, ...others] = stage.identified(shop)
  expect(others).toEqual([])
  expect(call).toMatchObject({ email: 'owner@paper-harbour.example' })
  expect(call).not.toHaveProperty('accessToken')
})
