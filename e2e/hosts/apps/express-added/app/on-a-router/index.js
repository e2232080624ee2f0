import express from 'express'
import { backfill } from './backfill.js'
import shopify from './shopify.js'

const auth = express.Router()
auth.get('/', shopify.auth.begin())
auth.get('/callback', shopify.auth.callback(), shopify.redirectToShopifyOrAppRoot())

const app = express()
app.use('/api/auth', auth)
app.post('/api/internal/affiliate-backfill', backfill)
app.use('/api/*', shopify.validateAuthenticatedSession())
app.use(express.json())
app.use(shopify.cspHeaders())
app.use('/*', shopify.ensureInstalledOnShop(), (_, response) => response.send('Installed.'))

app.listen(process.env.PORT)
