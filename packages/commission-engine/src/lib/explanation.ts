import type { Money } from '@affiliate-platform/contract'
import { type Arithmetic, explainArithmetic } from './arithmetic.ts'
import { explainTime } from './because.ts'
import { referralEndsAt } from './eligibility.ts'
import type { Entry } from './entries.ts'
import type {
  ExplainedAppTransaction,
  ExplainedContract,
  ExplainedPayout,
  ExplainedReferral,
  ExplanationFacts,
} from './explanation-facts.ts'
import { isSale, type SaleKind } from './facts.ts'
import { formatInstant } from './instant.ts'
import { formatExact, formatNano } from './nano.ts'

/** Why a commission is what it is, with everything that it follows from. Ready for `JSON.stringify`. */
export interface EntryExplanation {
  readonly commission: {
    readonly id: string
    readonly entry: Entry['entry']
    readonly saleKind: SaleKind | null
    readonly availableAt: string
    readonly because: string
  }
  readonly arithmetic: Arithmetic | null
  readonly contract: { id: string; appliesFrom: string; copiedFrom: string; rulesHash: string } | null
  readonly referral: {
    readonly id: string
    readonly shop: string
    readonly installedAt: string
    readonly endsAt: string | null
    readonly evidence: readonly { readonly kind: string; readonly at: string }[]
  } | null
  readonly appTransaction: {
    readonly platformId: string
    readonly revision: number
    readonly gross: string
    readonly net: string
    readonly chargeId: string | null
    readonly collectedAt: string
    readonly importRun: string
  } | null
  readonly takenBack: readonly { platformId: string; collectedAt: string; gross: string; base: string }[]
  readonly reports: readonly object[]
  readonly confirmations: readonly object[]
}

/** Where one unit of a payout comes from. */
export interface UnitExplanation extends EntryExplanation {
  /** A JSON number; digits as text where it is larger than JSON numbers can be. */
  readonly unit: number | string
  readonly payout: {
    readonly id: string
    readonly amount: Money
    readonly run: string | null
    readonly asOf: string
    readonly threshold: { readonly amountMinor: string; readonly from: string }
  }
}

/**
 * Explains one unit of a payout by the commission that it comes from. `attributeUnits` finds that commission.
 *
 * @param unit - from 1 to the payout's amount in minor units
 *
 * @example
 * ```ts
 * JSON.stringify(explainUnit(380n, payout, factsOf(span.line)))
 * ```
 */
export function explainUnit(unit: bigint, payout: ExplainedPayout, facts: ExplanationFacts): UnitExplanation {
  const { id, amount, run, asOfMs, threshold } = payout
  const isExact = unit <= BigInt(Number.MAX_SAFE_INTEGER)
  return {
    unit: isExact ? JSON.parse(`${unit}`) : `${unit}`,
    payout: { id, amount, run, asOf: formatInstant(asOfMs), threshold },
    ...explainEntry(facts),
  }
}

/** Explains one commission: its arithmetic, its times, and the facts that it follows from. */
export function explainEntry(facts: ExplanationFacts): EntryExplanation {
  const { commission, contract, referral, appTransaction, original, takenBack, reports, confirmations } =
    facts
  const sale = original ?? (appTransaction !== null && isSale(appTransaction) ? appTransaction : null)
  return {
    commission: {
      id: facts.id,
      entry: commission.entry,
      saleKind: sale?.kind ?? null,
      availableAt: formatInstant(commission.availableAtMs),
      because: explainTime(facts),
    },
    arithmetic: arithmeticOf(facts),
    contract: contract && {
      id: contract.id,
      appliesFrom: formatInstant(contract.appliesFromMs),
      copiedFrom: contract.copiedFrom,
      rulesHash: contract.rulesHash,
    },
    referral: referral && explainReferral(referral, contract),
    appTransaction: appTransaction && explainAppTransaction(appTransaction),
    takenBack: takenBack.map(({ refund, baseNano }) => ({
      platformId: refund.platformId,
      collectedAt: formatInstant(refund.collectedAtMs),
      gross: formatExact(refund.gross),
      base: formatNano(baseNano),
    })),
    reports,
    confirmations,
  }
}

function arithmeticOf({ commission, contract }: ExplanationFacts): Arithmetic | null {
  if ('by' in commission || commission.base === null || contract === null) return null
  return explainArithmetic(commission.base, contract.rules, commission.position)
}

function explainReferral(
  { id, shopDomain, installedAtMs, evidence }: ExplainedReferral,
  contract: ExplainedContract | null,
): EntryExplanation['referral'] {
  const endsAtMs = contract && referralEndsAt({ installedAtMs }, contract.rules)
  return {
    id,
    shop: shopDomain,
    installedAt: formatInstant(installedAtMs),
    endsAt: endsAtMs === null ? null : formatInstant(endsAtMs),
    evidence: evidence.map(({ kind, atMs }) => ({ kind, at: formatInstant(atMs) })),
  }
}

function explainAppTransaction(appTransaction: ExplainedAppTransaction): EntryExplanation['appTransaction'] {
  const { platformId, revision, gross, net, chargeId, collectedAtMs, importRun } = appTransaction
  const collectedAt = formatInstant(collectedAtMs)
  return {
    platformId,
    revision,
    gross: formatExact(gross),
    net: formatExact(net),
    chargeId,
    collectedAt,
    importRun,
  }
}
