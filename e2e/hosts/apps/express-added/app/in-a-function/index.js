import express from 'express'
import { backfill } from './backfill.js'
import shopify from './shopify.js'

function createServer() {
  const app = express()

  app.get(shopify.config.auth.path, shopify.auth.begin())
  app.get(shopify.config.auth.callbackPath, shopify.auth.callback(), shopify.redirectToShopifyOrAppRoot())
  app.post('/api/internal/affiliate-backfill', backfill)
  app.use('/api/*', shopify.validateAuthenticatedSession())
  app.use(express.json())
  app.use(shopify.cspHeaders())
  app.use('/*', shopify.ensureInstalledOnShop(), (_, response) => response.send('Installed.'))
  return app
}

createServer().listen(process.env.PORT)
