import type { Database } from '@affiliate-platform/platform/database'
import { createTestService } from '@affiliate-platform/test-support/test-service'
import { secretKey } from '@affiliate-platform/test-support/webhook-receivers'
import { folder, origin } from '../console/sign-in.ts'
import { tellOthers } from './tell-others.ts'
import { useConsole } from './use-console.ts'
import { usePortal } from './use-portal.ts'

/** Operators use the console, members the portal, and others are told of it: by real requests to a service on a database. */
export async function useHalves(database: Database): Promise<void> {
  const console = { place: { origin }, folder, sendsMail: true } as const
  const service = await createTestService({ database, console, secretKey })
  await useConsole(service)
  await usePortal(service)
  await tellOthers(service)
}
