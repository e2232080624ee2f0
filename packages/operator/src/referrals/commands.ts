import { operations } from '@affiliate-platform/contract'
import { toListedReferral, toReferralCsvRow } from '@affiliate-platform/platform/csv'
import { readDatabaseTime } from '@affiliate-platform/platform/database'
import { listSources } from '@affiliate-platform/platform/list-sources'
import {
  type EarnedReferral,
  findReferral,
  listContracts,
  listEarned,
  listEvidence,
  voidReferral,
} from '@affiliate-platform/platform/referrals'
import { act, type NounPlan, required } from '../command-line/act.ts'
import type { WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { toOperator } from '../command-line/operator.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseText } from '../command-line/parse-value.ts'
import { listRecords } from '../command-line/record-list.ts'
import { show } from '../command-line/show-command.ts'
import { formatCard, formatTable } from '../command-line/table.ts'
import { formatRateOfBasis } from '../terms/describe-rules.ts'
import { referralCreateCommand } from './create-command.ts'

const listCommand = listRecords({
  list: operations.listReferrals,
  source: listSources.listReferrals,
  description: 'list the referrals of an app, newest first',
  examples: ['referrals list', 'referrals list --search a.myshopify.com --json'],
  searched: 'shop domain, member or program name',
  first: ['shopDomain', 'memberName', 'status', 'earned'],
  toRecord: (row, app): ReturnType<typeof toListedReferral> & Partial<EarnedReferral> =>
    toListedReferral(row, app),
  addNames: async (database, workspaceId, records) => {
    const ids = records.map(({ id }) => id)
    const earned = new Map((await listEarned(database, workspaceId, ids)).map((one) => [one.id, one]))
    return records.map((record) => ({ ...record, ...earned.get(record.id) }))
  },
  toTableRow: toReferralCsvRow,
})

const showCommand = show()({
  name: 'show',
  of: 'referral',
  description: 'show a referral with its contracts and its evidence',
  examples: ['referrals show "$referral"', 'referrals show "$referral" --json'],
  find: async ({ database, workspaceId, id: referralId, terminal: { columns } }) => {
    const key = { workspaceId, referralId }
    const referral = await findReferral(database, key)
    if (referral === undefined) return undefined
    const contracts = await listContracts(database, key)
    const evidence = await listEvidence(database, key)
    const card = formatCard(referral, await readDatabaseTime(database))
    const rows = contracts.map(({ rules, ...row }) => ({ ...row, rate: formatRateOfBasis(rules) }))
    return {
      record: { ...referral, contracts, evidence },
      text: `${card}\nContracts\n${formatTable(rows, { columns }).text}\nEvidence\n${formatTable(evidence, { columns }).text}`,
    }
  },
  missing: 'The workspace has no such referral. See referrals list.',
})

const voidCommand = act<WorkspaceFlags & { reason: string }>()({
  name: 'void',
  of: 'referral',
  description: 'end a referral and take back everything that it earned',
  examples: ['referrals void "$referral" --reason "the shop belongs to the member"'],
  options: [required('--reason <text>', 'why', parseText)],
  run: async ({ database, workspaceId, id, flags }) => {
    const cause = { reason: flags.reason, actor: toOperator(flags) }
    const voided = await voidReferral(database, { workspaceId, referralId: id }, cause)
    if (voided.ok) return { id, posted: voided.posted }
    if (voided.rejection === 'unknown_referral') return undefined
    throw new OperatorError('The referral has already been voided.')
  },
  done: ({ posted }) => `The referral was voided. Reversals posted for what it earned: ${posted}.`,
})

export const referralsCommands: NounPlan = {
  name: 'referrals',
  description: 'create, list, show and void referrals, the shops that memberships brought',
  commands: [referralCreateCommand, listCommand, showCommand, voidCommand],
}
