import { formatAmount } from '@affiliate-platform/contract'
import { longSilenceTimeoutMs } from '@affiliate-platform/platform/database'
import {
  type Explanation,
  explainCommission,
  explainPayoutInParts,
  explainPayoutUnit,
  explainReferredShop,
} from '@affiliate-platform/platform/explain'
import { findPayout } from '@affiliate-platform/platform/payouts'
import { Argument } from 'commander'
import { flag, type NounPlan } from '../command-line/act.ts'
import { chooseApp } from '../command-line/choose-workspace.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseShopDomain, parseUnit } from '../command-line/parse-value.ts'
import type { Shown } from '../command-line/print-done.ts'
import { recordFlag } from '../command-line/record-name.ts'
import { show } from '../command-line/show-command.ts'
import { printPayout } from './print-payout.ts'
import { describeEntry, describeExplanation, describeUnit } from './words.ts'

const toShown = (explanation: Explanation | undefined): Shown | undefined =>
  explanation && { record: explanation, text: describeExplanation(explanation) }

const payoutCommand = show<{ unit?: bigint }>()({
  name: 'payout',
  of: 'payout',
  byReference: true,
  description: 'explain a payout line by line, or one unit of it',
  examples: ['explain payout "$payout"', 'explain payout "$payout" --unit 380 --json'],
  options: [flag('--unit <number>', 'one of its minor units, counted from 1', parseUnit)],
  silenceTimeoutMs: longSilenceTimeoutMs,
  find: async ({ database, workspaceId, id: payoutId, flags, terminal }) => {
    const key = { workspaceId, payoutId }
    if (flags.unit === undefined) {
      const isThere = await printPayout(terminal, flags, explainPayoutInParts(database, key))
      return isThere ? 'printed' : undefined
    }
    const unit = await explainPayoutUnit(database, key, flags.unit)
    if (unit !== undefined) {
      return {
        record: unit,
        text: `${describeUnit(unit)}${describeEntry(unit, unit.payout.amount.currency)}`,
      }
    }
    const payout = await findPayout(database, key)
    if (payout === undefined) return undefined
    const { amountMinor, currency } = payout
    const amount = formatAmount({ amountMinor, currency })
    throw new OperatorError(`--unit: From 1 to ${amountMinor}, the minor units of ${amount}.`)
  },
})

const commissionCommand = show()({
  name: 'commission',
  of: 'commission',
  description: 'explain a commission: its sale, contract and arithmetic, and whether it is paid',
  examples: ['explain commission "$commission"', 'explain commission "$commission" --json'],
  find: async ({ database, workspaceId, id }) => toShown(await explainCommission(database, workspaceId, id)),
})

const shopCommand = show<{ app?: string }>()({
  name: 'shop',
  description:
    'explain everything that was collected from a referred shop, including what earns nothing and why',
  examples: ['explain shop shop.myshopify.com', 'explain shop shop.myshopify.com --json'],
  argument: new Argument('<domain>', 'domain of the shop').argParser(parseShopDomain('<domain>')),
  options: [recordFlag('app', 'app (default: the only one of the workspace)')],
  find: async ({ database, workspaceId, id: shopDomain, flags }) => {
    const appId = await chooseApp(database, workspaceId, flags.app)
    return toShown(await explainReferredShop(database, { workspaceId, appId, shopDomain }))
  },
  missing: 'Nothing is known about this shop. See referrals list.',
})

/** The commands that say where money comes from, and why it is not paid. */
export const explainCommands: NounPlan = {
  name: 'explain',
  description: 'explain where each unit of money comes from, and what is not paid',
  commands: [payoutCommand, commissionCommand, shopCommand],
}
