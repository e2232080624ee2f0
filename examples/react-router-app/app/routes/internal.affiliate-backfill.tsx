import { readShopWithAdmin } from '@affiliate-platform/shopify-recipes'
import { backfillRoute } from '@affiliate-platform/shopify-recipes/react-router'
import { listShops } from '../session-storage.server.ts'
import shopify from '../shopify.server.ts'

// Temporary, and for the app's owner alone (interface 4.4 rule 4): delete it after one successful run.
export const action = backfillRoute({ listShops, readShop: readShopWithAdmin(shopify) })
