import { insertMoneyApp, insertReferral } from '@affiliate-platform/test-support/money-builders'
import { collect } from '@affiliate-platform/test-support/money-story'
import { insertMembership } from '@affiliate-platform/test-support/payout-builders'
import type { Database } from '../../src/database/statements/database.ts'
import { type PayeeDetails, setPayee } from '../../src/payees.ts'
import { pay } from '../payout-runs/runs.ts'

/** Names that a file must not take for something else. */
const names = ['=1+1', '"Jürgen", Ltd', '+49 & Çelik <x>']

/** A run that pays three members, in each currency. */
export async function payMembers(
  database: Database,
  { method, currencies }: { readonly method: PayeeDetails['method']; readonly currencies: readonly string[] },
) {
  const noMoney = { amountMinor: '0', currency: 'USD' }
  const app = await insertMoneyApp(database, { threshold: noMoney, cpi: noMoney, holdDays: 0 })
  const { workspaceId } = app
  for (const [index, name] of names.entries()) {
    const membershipId = await insertMembership(database, app)
    const shop = { ...app, membershipId, shopDomain: `shop-${index}.myshopify.com` }
    await insertReferral(database, shop)
    const rows = currencies.map((currency) => ({ on: '2026-02-01', gross: `${index + 1}005.0`, currency }))
    await collect(database, shop, rows)
    await setPayee(database, {
      ...{ workspaceId, membershipId, method, name, email: `m${index}@example.com` },
      ...{
        iban: 'DE89370400440532013000',
        bic: null,
        kind: 'person',
        town: null,
        country: null,
        actor: 'operator:mia',
      },
      effectiveFrom: new Date('2026-01-01'),
    })
  }
  return { workspaceId, ...(await pay(database, workspaceId, '2026-03-01')) }
}
