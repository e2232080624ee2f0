import type { PrismaLedgerModel, PrismaSessionModel } from '@affiliate-platform/shopify-recipes'
import type { SessionStorage } from '@shopify/shopify-app-session-storage'

export declare class PrismaClient {
  storage: SessionStorage
  session: PrismaSessionModel & {
    count(args: { where: { isOnline: boolean } }): Promise<number>
    deleteMany(args: { where: { shop: string } }): Promise<unknown>
  }
  affiliateLedger: PrismaLedgerModel
}
