import { hash } from 'node:crypto'
import {
  explainArithmetic,
  explainTime,
  formatInstant,
  referralEndsAt,
} from '@affiliate-platform/commission-engine'
import {
  type Because,
  type CommissionExplanation,
  type EnteredCause,
  enteredCauses,
  importedCause,
  type SavedTermsRules,
} from '@affiliate-platform/contract'
import { toNano } from '../posting/nano.ts'
import type { ExplainedRow } from './commission-row.ts'
import type { PaidPayout } from './paid-payout.ts'

/** Says why a commission is what it is, with everything that it follows from. */
export function explainRow(row: ExplainedRow, paid: PaidPayout | undefined): CommissionExplanation {
  const rules: SavedTermsRules | null = row.rules === null ? null : JSON.parse(row.rules)
  return {
    commission: {
      id: row.id,
      entry: row.entry,
      saleKind: row.saleKind,
      availableAt: formatInstant(row.availableAt.getTime()),
      because: explainCause(row, rules),
    },
    arithmetic: explainAmount(row, rules),
    contract: toContract(row),
    referral: toReferral(row, rules),
    appTransaction: row.appTransaction,
    takenBack: row.takenBack ?? [],
    reports: paid?.reports ?? [],
    confirmations: paid?.confirmations ?? [],
  }
}

function explainCause({ cause, ...row }: ExplainedRow, rules: SavedTermsRules | null): Because {
  if (isEntered(cause))
    return { code: row.isUndoing ? 'undone' : cause, by: row.actor, reason: row.reason ?? '' }
  return explainTime({ ...row, cause, accruedAtMs: row.accruedAt.getTime() }, rules ?? { holdDays: 0 })
}

const isEntered = (cause: ExplainedRow['cause']): cause is EnteredCause | typeof importedCause =>
  [...enteredCauses, importedCause].some((known) => known === cause)

function explainAmount(
  { cause, platformId, baseBefore, baseChange, currency }: ExplainedRow,
  rules: SavedTermsRules | null,
): CommissionExplanation['arithmetic'] {
  if (rules === null || platformId === null || cause === 'install_reward') return null
  if (baseBefore === null || baseChange === null) return null
  const base = { beforeNano: toNano(baseBefore), changeNano: toNano(baseChange) }
  return explainArithmetic(base, rules, { currency })
}

function toContract(row: ExplainedRow): CommissionExplanation['contract'] {
  const { contractId, appliesFrom, rules, termsVersionId, agreement } = row
  if (contractId === null || appliesFrom === null || rules === null) return null
  return {
    id: contractId,
    appliesFrom: formatInstant(appliesFrom.getTime()),
    copiedFrom:
      termsVersionId === null
        ? { code: 'agreement', reason: agreement ?? '' }
        : { code: 'terms_version', id: termsVersionId },
    rulesHash: hash('sha256', rules),
  }
}

function toReferral(
  { referralId, shopDomain, installedAt, evidence }: ExplainedRow,
  rules: SavedTermsRules | null,
): CommissionExplanation['referral'] {
  if (referralId === null || shopDomain === null || installedAt === null) return null
  const installedAtMs = installedAt.getTime()
  const endsAtMs = rules && referralEndsAt({ installedAtMs }, rules)
  return {
    id: referralId,
    shop: shopDomain,
    installedAt: formatInstant(installedAtMs),
    endsAt: endsAtMs === null ? null : formatInstant(endsAtMs),
    evidence: evidence ?? [],
  }
}
