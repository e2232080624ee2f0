import { type CaseAnswer, caseAnswers } from '@affiliate-platform/contract'
import {
  type AttributionCase,
  type CaseDecision,
  type ClaimRejection,
  decideCase,
  fileClaim,
  listCases,
  manyClaims,
  readCoverage,
} from '@affiliate-platform/platform/attribution'
import { longSilenceTimeoutMs } from '@affiliate-platform/platform/database'
import { Argument } from 'commander'
import { flag, type NounPlan, required } from '../command-line/act.ts'
import { change } from '../command-line/change-command.ts'
import { chooseApp } from '../command-line/choose-workspace.ts'
import { list } from '../command-line/list-command.ts'
import { OperatorError, UsageError } from '../command-line/operator-error.ts'
import { parseShopDomain, parseText, parseTimeMs } from '../command-line/parse-value.ts'
import { recordFlag } from '../command-line/record-name.ts'
import { show } from '../command-line/show-command.ts'
import { describeCoverage } from './describe-coverage.ts'
import { analyticsImportCommand, analyticsUndoCommand, queryCommand } from './import-commands.ts'

const claimRejections: Readonly<Record<ClaimRejection, string>> = {
  unknown_membership: 'The workspace has no such membership. See memberships list.',
  membership_not_active: 'The membership is suspended or closed: it takes no claims.',
  program_closed: 'The program is closed: it takes no claims.',
  claim_forbidden_by_membership: 'The membership does not allow claims. See memberships update.',
  claim_forbidden_by_group: 'The group of the membership does not allow claims. See groups update.',
  claim_forbidden_by_terms: 'The terms in force do not allow claims. See terms set.',
  claimed_already: 'This membership has claimed this shop already. See attribution cases --all.',
  too_many_claims:
    'Fifty claims of this membership wait for a decision. Decide some first: attribution cases.',
  too_many_claims_in_a_day: 'The member has filed twenty claims in 24 hours. They can file more tomorrow.',
}

const claimCommand = change<{
  readonly membership: string
  readonly shop: string
  readonly reason: string
}>()({
  name: 'claim',
  description: 'file a claim that a membership brought a shop; it counts only if a person accepts it',
  examples: [
    'attribution claim --membership "$membership" --shop a.myshopify.com --reason "set it up with them"',
  ],
  options: [
    recordFlag('membership', 'who claims it').makeOptionMandatory(),
    required('--shop <domain>', 'the shop', parseShopDomain),
    required('--reason <text>', 'what the claim says', parseText),
  ],
  toChange: ({ flags: { membership: membershipId, shop: shopDomain, reason }, actor }) => ({
    run: async (database, workspaceId) => {
      const filed = await fileClaim(database, { workspaceId, membershipId, shopDomain, reason, actor })
      if (!filed.ok) throw new OperatorError(claimRejections[filed.rejection])
      return {
        value: filed.evidenceId,
        record: { evidenceId: filed.evidenceId, membershipId, shopDomain, reason, waiting: filed.waiting },
        message: `The claim on ${shopDomain} waits for a decision. See attribution cases.${warnOfMany(filed.waiting)}`,
      }
    },
  }),
})

const warnOfMany = (waiting: number): string =>
  waiting < manyClaims ? '' : ` Look at this membership: ${waiting} of its claims wait, and 50 may.`

const casesCommand = list<{ readonly all?: boolean }>()({
  name: 'cases',
  description: 'list what a person has to decide about who brought a shop, oldest first',
  examples: ['attribution cases', 'attribution cases --all --json'],
  options: [flag('--all', 'those that were decided, too')],
  first: ['shopDomain', 'kind', 'memberName'],
  toTableRow: ({ id, kind, shopDomain, memberName, evidence, occurredAt, decision }: AttributionCase) => ({
    kind,
    shopDomain,
    memberName,
    evidence,
    occurredAt,
    decision,
    id,
  }),
  find: ({ database, workspaceId, flags: { all: isWithDecided = false }, page }) =>
    listCases(database, { workspaceId, isWithDecided }, page),
  toAfter: ({ id }) => id,
})

const decisionRejections: Readonly<Record<(CaseDecision & { readonly ok: false })['rejection'], string>> = {
  unknown_case: 'The workspace has no such case. See attribution cases.',
  decided_already:
    'The case has been decided already: see attribution cases --all. --again corrects what was decided.',
}

const decideCommand = change<{ readonly reason: string; readonly again?: boolean }>()({
  name: 'decide',
  of: 'case',
  description:
    'accept or reject what a case is about, that this member brought the shop; or say that nobody did, whatever else ' +
    'is known or comes later',
  examples: [
    'attribution decide "$case" accept --reason "the merchant confirmed it" --as noa',
    'attribution decide "$case" reject --reason "they meant somebody else" --again --as noa',
    'attribution decide "$case" nobody --reason "the merchant found the app by themself" --as noa',
  ],
  argument: new Argument('<decision>', 'accept, reject or nobody').argParser(parseDecision),
  options: [
    required('--reason <text>', 'why', parseText),
    flag('--again', 'correct what was decided before: what it led to is taken back, also what was paid'),
  ],
  toChange: ({ id: caseId, word, flags: { reason, again = false }, actor }) => ({
    run: async (database, workspaceId) => {
      const decision = parseDecision(word)
      const seen = again ? {} : { revision: 0 }
      const decided = await decideCase(database, { workspaceId, caseId, decision, reason, actor, ...seen })
      if (!decided.ok) throw new OperatorError(decisionRejections[decided.rejection])
      const { referralId, case: about } = decided
      return {
        value: caseId,
        record: { ...about, referralId },
        message:
          referralId === null
            ? `${about.shopDomain} has no referral.`
            : `${about.shopDomain} has the referral ${referralId}.`,
      }
    },
  }),
})

function parseDecision(text: string): CaseAnswer {
  const answer = caseAnswers.find((known) => known === text)
  if (answer === undefined) throw new UsageError('<decision>: accept, reject or nobody.')
  return answer
}

const coverageCommand = show<{ readonly app?: string; readonly from: number; readonly to?: number }>()({
  name: 'coverage',
  description: 'tell which of the installs of a time are explained, by whom and how, and which are not',
  examples: [
    'attribution coverage --from 2026-10-01 --to 2026-11-01',
    'attribution coverage --from 2026-10-01 --json',
  ],
  options: [
    recordFlag('app', 'app (default: the only one of the workspace)'),
    required('--from <time>', 'installs at or after it: a date (00:00 UTC) or an RFC 3339 time', parseTimeMs),
    flag('--to <time>', 'installs before it (default: now)', parseTimeMs),
  ],
  silenceTimeoutMs: longSilenceTimeoutMs,
  check: ({ from, to = Date.now() }) => {
    if (from >= to) throw new UsageError('--from must be before --to.')
  },
  find: async ({ database, workspaceId, flags: { app, from, to = Date.now() } }) => {
    const appId = await chooseApp(database, workspaceId, app)
    const filter = { workspaceId, appId, from: new Date(from), to: new Date(to) }
    const coverage = await readCoverage(database, filter)
    return { record: coverage, text: describeCoverage(coverage) }
  },
})

/** `attribution coverage`, `cases`, `decide`, `claim`, `query`, `import` and `undo`. */
export const attributionCommands: NounPlan = {
  name: 'attribution',
  description: 'see who brought the shops, and decide it where the evidence does not',
  commands: [
    ...[coverageCommand, casesCommand, decideCommand, claimCommand],
    ...[queryCommand, analyticsImportCommand, analyticsUndoCommand],
  ],
}
