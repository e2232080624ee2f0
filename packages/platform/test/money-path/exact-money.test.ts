import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../../..', import.meta.url)
const platform = 'packages/platform/src'
const moneyPath = [
  `${platform}/{posting,sales,app_transactions,commissions,contracts,referrals,verify-money,details}/**/*.ts`,
  `${platform}/{payouts,payout-runs,payout-files,balances,explain}/**/*.ts`,
  'packages/contract/src/lib/{money,decimal,currencies}.ts',
  'packages/operator/src/{sales,app_transactions,commissions,payouts,balances,explain}/**/*.ts',
]
// Of a time to wait, and of the number of a line.
const otherNumbers = ['database-pace.ts', 'partner-client.ts', 'payout-csv.ts']

test('no amount on its way from a sale to a payout file becomes a floating-point number [D62]', () => {
  const sources = globSync(moneyPath, { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  expect(sources.length).toBeGreaterThan(100)
  const found = sources
    .filter((file) => !otherNumbers.some((other) => file.endsWith(`/${other}`)))
    .filter((file) => {
      const source = readFileSync(new URL(file, `${root}/`), 'utf8')
      return /\b(Number\(|parseFloat|parseInt)|\/ 100\b|toFixed|::(float|double|real)|Math\.round/.test(
        source,
      )
    })
  expect(found).toEqual([])
})
