import {
  type AppTransaction,
  type ContractRules,
  type ExactAmount,
  parseNano,
  type Referral,
  type ReferralContract,
} from '@affiliate-platform/commission-engine'

/** An exact amount from text such as `19.0 USD`. */
export function exact(text: string): ExactAmount {
  const [decimal = '', currency = 'USD'] = text.split(' ')
  const amountNano = parseNano(decimal)
  if (amountNano === undefined) throw new Error(`${text} is no amount`)
  return { amountNano, currency }
}

/** An instant from text such as `2026-02-01` or `2026-02-28T09:59:59.999Z`. */
export const at = (text: string): number => Date.parse(text)

/** Rules of 20 % of the gross of every kind of sale, held 30 days. */
export function buildRules(changes: Partial<ContractRules> = {}): ContractRules {
  return {
    basis: 'gross',
    rateBps: 2000,
    cpi: { amountMinor: '0', currency: 'USD' },
    includedSaleKinds: ['subscription_sale', 'usage_sale', 'one_time_sale'],
    durationMonths: null,
    holdDays: 30,
    ...changes,
  }
}

/** A contract that applies from the first of January 2026. */
export function buildContract(rules: Partial<ContractRules> = {}, id = 'c1'): ReferralContract {
  return { id, appliesFromMs: at('2026-01-01'), rules: buildRules(rules) }
}

/** A living referral, installed on the first of January 2026. */
export function buildReferral(changes: Partial<Referral> = {}): Referral {
  return {
    id: 'r1',
    installedAtMs: at('2026-01-01'),
    earnsInstallReward: true,
    voidedAtMs: null,
    contracts: [buildContract()],
    ...changes,
  }
}

/** What a test says of an app transaction: all but the amount and the day has a default. */
interface Row extends Partial<Omit<AppTransaction, 'gross' | 'net' | 'collectedAtMs'>> {
  readonly gross: string
  /** As the gross, unless given. */
  readonly net?: string
  readonly on: string
}

/** An app transaction of one subscription's charge. Its id is its kind and time, unless given. */
export function buildCollection({ gross, net = gross, on, ...changes }: Row): AppTransaction {
  const kind = changes.kind ?? (gross.startsWith('-') ? 'adjustment' : 'subscription_sale')
  return {
    platformId: `${kind} ${on}`,
    revision: 1,
    kind,
    chargeId: 'gid://shopify/AppSubscription/31499911397',
    gross: exact(gross),
    net: exact(net),
    collectedAtMs: at(on),
    ...changes,
  }
}
