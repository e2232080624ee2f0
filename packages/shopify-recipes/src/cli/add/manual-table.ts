import { executors, type FoundHost } from './detect-host.ts'
import type { AddChoice } from './host-plan.ts'
import { ifUnderstood, type ManualStep } from './manual-step.ts'
import { clients } from './plan-routes.ts'
import { draftPrisma, ledgerModel } from './prisma-drafts.ts'
import type { SessionStorage } from './session-storage.ts'

/** How a Prisma app gets the table of its ledger; nothing to do where the model is there. */
export function tableSteps(
  { folder, root, packageManager }: FoundHost,
  { nowMs }: AddChoice,
): readonly ManualStep[] {
  const prisma = ifUnderstood(() => draftPrisma(folder, root, nowMs))
  if (prisma?.drafts.length === 0) return []
  const [[path] = ['your Prisma schema']] = prisma?.drafts ?? []
  const words = prisma?.hasMigrations === false ? 'db push' : 'migrate dev --name affiliate_ledger'
  const title = `Add the model to ${path}, then create its table with "${executors[packageManager]} prisma ${words}":`
  return [{ title, code: ledgerModel }]
}

/** The package with the client of the ledger's database. */
export function clientOf({ kind }: SessionStorage): { readonly client?: string } {
  return kind === 'prisma' || kind === 'other' ? {} : { client: clients[kind][0] }
}
