import type { PrismaClient } from '@prisma/client'
import type { SessionStorage } from '@shopify/shopify-app-session-storage'

export interface PrismaSessionStorage extends SessionStorage {}

export declare class PrismaSessionStorage {
  constructor(prisma: PrismaClient)
}
