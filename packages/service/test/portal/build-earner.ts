import { type ExplainedEarning, memberOperations } from '@affiliate-platform/contract/console'
import { newId } from '@affiliate-platform/platform/database'
import { freezeRun, type PayoutRun, previewRun } from '@affiliate-platform/platform/payout-runs'
import { type PaymentFact, recordPaymentFact } from '@affiliate-platform/platform/payouts'
import { inviteMember } from '@affiliate-platform/platform/people'
import { insertMoneyApp, type MoneyApp } from '@affiliate-platform/test-support/money-builders'
import { collect, type StoryRow } from '@affiliate-platform/test-support/money-story'
import type { TestService } from '@affiliate-platform/test-support/test-service'
import { signInAccount } from './sign-in-member.ts'

const actor = 'operator:mia'
const noMoney = { amountMinor: '0', currency: 'USD' }
/** When what was sold in February can be paid. */
const runDay = '2026-04-01'

/** A member of an app of their own, who has brought one shop, and what happens to them. */
export interface Earner extends MoneyApp {
  readonly sell: (...rows: readonly StoryRow[]) => Promise<void>
  readonly freeze: (day?: string) => Promise<PayoutRun>
  readonly say: (fact: PaymentFact, id?: string) => Promise<void>
  /** The first that was earned, or the last, as its member has it explained. */
  readonly explain: (which: 'first' | 'last') => Promise<ExplainedEarning>
}

/** Builds one who gets 20% of what the shop pays, held for 30 days, and who is paid from the first cent on. */
export async function buildEarner(
  service: TestService,
  rules: Parameters<typeof insertMoneyApp>[1] = {},
): Promise<Earner> {
  const { database } = service
  const app = await insertMoneyApp(database, {
    ...{ threshold: noMoney, cpi: noMoney, holdDays: 30, durationMonths: null, ...rules },
  })
  const { workspaceId, membershipId } = app
  const email = 'mia@members.example'
  await inviteMember(database, { workspaceId, membershipId, email, name: 'Mia' })
  const invited = await inviteMember(database, { workspaceId, membershipId, email, name: 'Mia' })
  const headers = await signInAccount(service, { workspaceId, accountId: invited?.person.id ?? '' })
  const idsStatement = {
    name: '',
    text: 'select id from commissions where workspace_id = $1 order by created_at, id',
  }
  return {
    ...app,
    sell: async (...rows) => {
      await collect(database, app, rows)
    },
    freeze: async (day = runDay) => {
      const asOf = new Date(`${day}T00:00:00Z`)
      const previewing = await previewRun(database, { workspaceId, asOf })
      if (!previewing.ok) throw new Error(previewing.rejection)
      const plan = { workspaceId, runId: newId(), asOf, previewHash: previewing.preview.hash, actor }
      const frozen = await freezeRun(database, plan)
      if (!frozen.ok) throw new Error(frozen.rejection)
      return frozen.run
    },
    say: async (fact, id = newId()) => {
      const recorded = await recordPaymentFact(database, fact, { workspaceId, id })
      if (!recorded.ok) throw new Error(recorded.rejection)
    },
    explain: async (which) => {
      const rows = await database.query<{ readonly id: string }>(idsStatement, [workspaceId])
      const id = rows.at(which === 'first' ? 0 : -1)?.id ?? ''
      const path = memberOperations.explainEarning.path.replace(':id', id)
      const response = await service.fetch(path, { headers })
      if (response.status !== 200) throw new Error(`${path} responded with ${response.status}.`)
      return (await response.json()) as ExplainedEarning
    },
  }
}
