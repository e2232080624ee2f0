import { listShopsFromSessions, readShopWithAdmin } from '@affiliate-platform/shopify-recipes'
import { backfillRoute } from '@affiliate-platform/shopify-recipes/react-router'
import { sessionStorage } from '../db.server'
import shopify from '../shopify.server'

export const action = backfillRoute({
  listShops: listShopsFromSessions(sessionStorage.listSessions),
  readShop: readShopWithAdmin(shopify),
})
