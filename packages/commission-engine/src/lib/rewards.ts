import { firstContract, type Position } from './eligibility.ts'
import type { Entry } from './entries.ts'
import type { Referral } from './facts.ts'
import { availableAfterHold } from './hold.ts'
import type { Posted, PostedReward } from './posted.ts'
import { positionKey } from './posting-key.ts'

/** The install reward of a referral. */
export interface DesiredReward {
  readonly position: Position
  /** Minor units, above 0. */
  readonly amountMinor: bigint
  readonly installedAtMs: number
  readonly availableAtMs: number
}

/** What a referral earns by its install: the reward of its first contract, once, while it lives; none of 0. */
export function rewardOf(referral: Referral): readonly DesiredReward[] {
  const contract = firstContract(referral.contracts)
  if (contract === undefined || !referral.earnsInstallReward || referral.voidedAtMs !== null) return []
  const { amountMinor, currency } = contract.rules.cpi
  if (amountMinor === '0') return []
  const { id, installedAtMs } = referral
  return [
    {
      position: { referralId: id, contractId: contract.id, currency },
      amountMinor: BigInt(amountMinor),
      installedAtMs,
      availableAtMs: availableAfterHold(installedAtMs, contract.rules),
    },
  ]
}

/** The rewards that are not posted yet, and those that are posted and no longer earned. */
export function rewardEntries(
  rewards: readonly DesiredReward[],
  referrals: readonly Referral[],
  posted: Posted,
): readonly Entry[] {
  const wanted = new Set(rewards.map(({ position }) => positionKey(position)))
  const earned = rewards.filter(({ position }) => !posted.rewards.has(positionKey(position)))
  const lost = [...posted.rewards].filter(([key, { amountMinor }]) => !wanted.has(key) && amountMinor > 0n)
  const voidedAtMs = new Map(referrals.map((referral) => [referral.id, referral.voidedAtMs]))
  const toVoid = (reward: PostedReward) =>
    toReversal(reward, voidedAtMs.get(reward.position.referralId) ?? reward.availableAtMs)
  return [...earned.map(toAccrual), ...lost.map(([, reward]) => toVoid(reward))]
}

function toAccrual({ position, amountMinor, installedAtMs, availableAtMs }: DesiredReward): Entry {
  const cause = 'install_reward'
  return {
    ...baseless,
    position,
    cause,
    entry: 'accrual',
    amountMinor,
    accruedAtMs: installedAtMs,
    availableAtMs,
  }
}

function toReversal({ position, amountMinor, availableAtMs }: PostedReward, accruedAtMs: number): Entry {
  return {
    ...baseless,
    position,
    cause: 'void',
    entry: 'reversal',
    amountMinor: -amountMinor,
    accruedAtMs,
    availableAtMs,
  }
}

const baseless = { platformId: null, originalPlatformId: null, base: null } as const
