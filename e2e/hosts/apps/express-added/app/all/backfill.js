import { listShopsFromSessions, readShopWithSessions } from '@affiliate-platform/shopify-recipes'
import { backfillRoute } from '@affiliate-platform/shopify-recipes/express'
import shopify from './shopify.js'

const { sessionStorage } = shopify.config

export const backfill = backfillRoute({
  listShops: listShopsFromSessions(() => sessionStorage.listSessions()),
  readShop: readShopWithSessions({
    loadSession: (shop) => sessionStorage.loadSession(shopify.api.session.getOfflineId(shop)),
    query: (session, query, options) => new shopify.api.clients.Graphql({ session }).request(query, options),
  }),
})
