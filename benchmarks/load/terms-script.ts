import { operations, type TermsRules } from '@affiliate-platform/contract'
import { toMembershipId, type WorldKey } from '../database/world.ts'
import {
  burst,
  type CreateScript,
  createKeyRing,
  expectStatus,
  laneOf,
  makeKnown,
  toRequest,
  type Visitor,
} from './script.ts'

/** Terms as a program might have them. */
export function buildRules(rateBps: number): TermsRules {
  return {
    basis: 'net',
    rateBps,
    cpi: { amountMinor: '500', currency: 'USD' },
    includedSaleKinds: ['subscription_sale', 'usage_sale'],
    durationMonths: 12,
    holdDays: 30,
    threshold: { amountMinor: '5000', currency: 'USD' },
    windowDays: 30,
    allowExistingShops: false,
    allowManualClaims: true,
    thresholds: [
      { amountMinor: '5000', currency: 'USD' },
      { amountMinor: '4500', currency: 'EUR' },
    ],
  }
}

/** The path of a membership's terms. */
export function toTermsPath(membershipId: string): string {
  return operations.saveTerms.path.replace(':id', membershipId)
}

const expectOk = expectStatus(200)

/** Saves terms for the memberships of a key's app, each write with an idempotency key of its own. */
export const saves: CreateScript = ({ world, lane, start, slice }) => {
  const keys = laneOf(world.lanes, lane)
  const nextKey = createKeyRing(keys, start)
  let written = 0
  const createVisitor = (): Visitor => {
    let key: WorldKey
    let left = 0
    return {
      next() {
        if (left === 0) {
          key = nextKey()
          left = burst
        }
        left -= 1
        written += 1
        const path = toTermsPath(toMembershipId(key.app, written))
        const body = JSON.stringify({ rules: buildRules(1 + (written % 10_000)) })
        return toRequest('PATCH', path, {
          key: key.apiKey,
          headers: [`Idempotency-Key: ${slice}-${written}`],
          body,
        })
      },
      read: expectOk,
    }
  }
  return { createVisitor, prepare: makeKnown(keys) }
}
