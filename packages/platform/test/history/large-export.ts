import type { ExportFolder } from '../../src/history.ts'
import {
  buildAffiliate,
  buildClaim,
  buildCommission,
  buildPayout,
  buildReferral,
  type Item,
  ids,
} from './mantle-export.ts'

const perPayout = 20
const perAffiliate = 500
const perReferral = 25

async function* toBytes(items: Iterable<Item>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let text = '{"items":['
  let isFirst = true
  for (const item of items) {
    text += `${isFirst ? '' : ','}${JSON.stringify(item)}`
    isFirst = false
    if (text.length < 65_536) continue
    yield encoder.encode(text)
    text = ''
  }
  yield encoder.encode(`${text}]}`)
}

function* times(count: number, build: (number: number) => Item): Generator<Item> {
  for (let number = 1; number <= count; number += 1) yield build(number)
}

/** What the nth commission belongs to: of each payout's worth, every 25th is open. */
const placeOf = (number: number) => {
  const index = number - 1
  const payout = Math.floor(index / perPayout) + 1
  return {
    affiliate: Math.floor(index / perAffiliate) + 1,
    referral: Math.floor(index / perReferral) + 1,
    payout: payout % 25 === 0 ? null : payout,
  }
}

const centsOf = (number: number): number => 100 + (number % 900)
const dateOf = (number: number): string =>
  new Date(Date.UTC(2025, 0, 1) + (number % 10_000_000) * 1000).toISOString()

/** What an export of so many commissions comes to, in cents. */
export function sumLarge(commissions: number): { readonly paid: number; readonly open: number } {
  let [paid, open] = [0, 0]
  for (let number = 1; number <= commissions; number += 1) {
    if (placeOf(number).payout === null) open += centsOf(number)
    else paid += centsOf(number)
  }
  return { paid, open }
}

/** What there is in the end of an export of so many commissions. */
export function countLarge(commissions: number) {
  const [members, referrals] = [commissions / perAffiliate, commissions / perReferral]
  const payouts = commissions / perPayout
  const paid = payouts - Math.floor(payouts / 25)
  return {
    ...{ names: commissions, commissions, paid: paid * perPayout, payouts: paid, left: payouts - paid },
    ...{ referrals, contracts: referrals, codes: members, claims: members },
  }
}

/** An export of so many commissions, a multiple of 500, made as it is read. */
export function createLargeFolder(commissions: number): ExportFolder {
  const payouts = Math.ceil(commissions / perPayout)
  const sumOf = (payout: number): number => {
    let cents = 0
    for (let index = 0; index < perPayout; index += 1) cents += centsOf((payout - 1) * perPayout + index + 1)
    return cents
  }
  const files: Readonly<Record<string, () => Iterable<Item>>> = {
    'affiliates.json': () => times(commissions / perAffiliate, (number) => buildAffiliate(number)),
    'attributions.json': () =>
      times(commissions / perReferral, (number) => {
        const { affiliate } = placeOf(number * perReferral)
        return buildReferral(number, { affiliateId: ids.affiliate(affiliate) })
      }),
    'attribution-requests.json': () =>
      times(commissions / perAffiliate, (number) =>
        buildClaim(number, { affiliateId: ids.affiliate(number) }),
      ),
    'payouts.json': () =>
      times(payouts, (number) => {
        const { affiliate, payout } = placeOf(number * perPayout)
        const status = payout === null ? { status: 'pending', paidAt: null } : {}
        const amount = sumOf(number) / 100
        return buildPayout(number, amount, { affiliateId: ids.affiliate(affiliate), ...status })
      }),
    'commissions.json': () =>
      times(commissions, (number) => {
        const { affiliate, referral } = placeOf(number)
        const date = dateOf(number)
        return buildCommission(number, centsOf(number) / 100, {
          ...{ affiliateId: ids.affiliate(affiliate), affiliateAttributionId: ids.referral(referral), date },
          payoutId: ids.payout(Math.floor((number - 1) / perPayout) + 1),
          transaction: { id: null, type: 'subscription_sale', date, grossAmountCurrencyCode: 'USD' },
        })
      }),
  }
  return {
    name: 'large',
    open: async (file) => {
      const items = files[file]
      return items && toBytes(items())
    },
  }
}
