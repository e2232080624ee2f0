import type { Queryable } from '@affiliate-platform/platform/database'
import {
  type Explanation,
  explainCommission,
  explainPayout,
  explainPayoutUnit,
  explainReferredShop,
} from '@affiliate-platform/platform/explain'
import type { Command } from 'commander'
import {
  addWorkspaceOption,
  chooseApp,
  chooseWorkspace,
  type WorkspaceFlags,
} from '../command-line/choose-workspace.ts'
import { addDatabaseCommand, runOnDatabase } from '../command-line/database-command.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseId, parseShopDomain, parseUnit } from '../command-line/parse-value.ts'
import { recordFlag } from '../command-line/record-name.ts'
import type { Terminal } from '../command-line/terminal.ts'
import { describeEntry, describeExplanation, describeUnit } from './words.ts'

type ExplainFlags = WorkspaceFlags & { readonly app?: string; readonly unit?: bigint }

/** Adds the commands that say where money comes from, and why it is not paid. */
export function addExplainCommands(program: Command, terminal: Terminal): void {
  const explain = program
    .command('explain')
    .description('say where each unit of money comes from, and what is not paid')
  addPayoutCommand(explain, terminal)
  const commission = addDatabaseCommand(explain, 'commission', {
    description: 'explain a commission: its sale, contract and arithmetic, and whether it is paid',
    examples: ['explain commission "$commission"', 'explain commission "$commission" --json'],
  })
  addWorkspaceOption(commission)
    .argument('<commission>', 'id of the commission', parseId('<commission>'))
    .action((id: string, flags: ExplainFlags) =>
      print(terminal, flags, {
        missing: 'The workspace has no such commission. See commissions list.',
        find: (database, workspaceId) => explainCommission(database, workspaceId, id),
      }),
    )
  const shop = addDatabaseCommand(explain, 'shop', {
    description:
      'explain everything that was collected from a referred shop, also what earns nothing and why',
    examples: ['explain shop shop.myshopify.com', 'explain shop shop.myshopify.com --json'],
  })
  addWorkspaceOption(shop)
    .argument('<domain>', 'domain of the shop', parseShopDomain('<domain>'))
    .addOption(recordFlag('app', 'app (default: the only one of the workspace)'))
    .action((shopDomain: string, flags: ExplainFlags) =>
      print(terminal, flags, {
        missing: 'Nothing is known of such a shop. See referrals list.',
        find: async (database, workspaceId) => {
          const appId = await chooseApp(database, workspaceId, flags.app)
          return await explainReferredShop(database, { workspaceId, appId, shopDomain })
        },
      }),
    )
}

function addPayoutCommand(explain: Command, terminal: Terminal): void {
  const payout = addDatabaseCommand(explain, 'payout', {
    description: 'explain a payout line by line, or one unit of it',
    examples: ['explain payout "$payout"', 'explain payout "$payout" --unit 380 --json'],
  })
  addWorkspaceOption(payout)
    .argument('<payout>', 'id of the payout', parseId('<payout>'))
    .option('--unit <number>', 'one of its minor units, counted from 1', parseUnit('--unit'))
    .action((payoutId: string, flags: ExplainFlags) => {
      if (flags.unit !== undefined) return printUnit(terminal, payoutId, { ...flags, unit: flags.unit })
      return print(terminal, flags, {
        missing: 'The workspace has no such payout. See payouts list.',
        find: (database, workspaceId) => explainPayout(database, { workspaceId, payoutId }),
      })
    })
}

interface Question {
  readonly missing: string
  readonly find: (database: Queryable, workspaceId: string) => Promise<Explanation | undefined>
}

async function print(terminal: Terminal, flags: ExplainFlags, { missing, find }: Question): Promise<void> {
  const explanation = await runOnDatabase(terminal, flags, async (database) =>
    find(database, await chooseWorkspace(database, flags)),
  )
  if (explanation === undefined) throw new OperatorError(missing)
  terminal.writeData(flags.json ? `${JSON.stringify(explanation)}\n` : describeExplanation(explanation))
}

async function printUnit(
  terminal: Terminal,
  payoutId: string,
  flags: ExplainFlags & { readonly unit: bigint },
): Promise<void> {
  const unit = await runOnDatabase(terminal, flags, async (database) => {
    const workspaceId = await chooseWorkspace(database, flags)
    return await explainPayoutUnit(database, { workspaceId, payoutId }, flags.unit)
  })
  if (unit === undefined) {
    throw new OperatorError('The workspace has no such payout, or the payout no such unit. See payouts show.')
  }
  const text = `${describeUnit(unit)}${describeEntry(unit, unit.payout.amount.currency)}`
  terminal.writeData(flags.json ? `${JSON.stringify(unit)}\n` : text)
}
