import type * as contract from '@affiliate-platform/contract'
import type * as sdk from '@affiliate-platform/sdk'
import { describe, expectTypeOf, test } from 'vitest'

/** The contract's types come from schemas and are mutable; the public ones are written for readers. */
type DeepReadonly<T> = T extends object ? { readonly [Member in keyof T]: DeepReadonly<T[Member]> } : T

describe('the public types equal the contract', () => {
  test('of requests', () => {
    expectTypeOf<sdk.Money>().toEqualTypeOf<DeepReadonly<contract.Money>>()
    expectTypeOf<sdk.SaleKind>().toEqualTypeOf<(typeof contract.saleKinds)[number]>()
    expectTypeOf<sdk.PayoutStatus>().toEqualTypeOf<contract.PayoutStatus>()
    expectTypeOf<sdk.OperationName>().toEqualTypeOf<contract.OperationId>()
    expectTypeOf<sdk.Identification>().toExtend<contract.Identification>()
    expectTypeOf<contract.Identification>().toExtend<sdk.Identification>()
    // The contract's schema also types an absent `thresholds` as undefined.
    expectTypeOf<sdk.TermsRules>().toExtend<DeepReadonly<contract.TermsRules>>()
    expectTypeOf<keyof sdk.TermsRules>().toEqualTypeOf<keyof contract.TermsRules>()
    expectTypeOf<Exclude<keyof sdk.PayoutsFilters, 'from' | 'to'>>().toEqualTypeOf<
      Exclude<keyof contract.PayoutsQuery, 'fromMs' | 'toMs'>
    >()
  })

  test('of answers, in both directions', () => {
    expectTypeOf<contract.PayoutsPage>().toExtend<sdk.PayoutsPage>()
    expectTypeOf<sdk.PayoutsPage>().toExtend<DeepReadonly<contract.PayoutsPage>>()
    expectTypeOf<contract.TermsVersion>().toExtend<sdk.TermsVersion>()
    expectTypeOf<sdk.TermsVersion>().toExtend<DeepReadonly<contract.TermsVersion>>()
    expectTypeOf<contract.IdentifyAnswer & { ok: true }>().toExtend<sdk.IdentifyAnswer>()
    expectTypeOf<sdk.IdentifyAnswer>().toExtend<DeepReadonly<contract.IdentifyAnswer>>()
    expectTypeOf<contract.Issue>().toExtend<sdk.Issue>()
  })

  test('take undefined for an option that is left out', () => {
    expectTypeOf<{ idempotencyKey: sdk.AffiliateError['idempotencyKey'] }>().toExtend<sdk.SaveTermsOptions>()
    expectTypeOf<Record<keyof sdk.ClientOptions, undefined>>().toExtend<sdk.ClientOptions>()
    expectTypeOf<Record<keyof sdk.ListOptions, undefined>>().toExtend<sdk.ListOptions>()
    expectTypeOf<Record<keyof sdk.PayoutsFilters, undefined>>().toExtend<sdk.PayoutsFilters>()
  })

  test('keep the two clients apart', () => {
    expectTypeOf<sdk.AffiliateClient>().not.toExtend<sdk.IdentifyClient>()
    expectTypeOf<sdk.IdentifyClient>().not.toExtend<sdk.AffiliateClient>()
  })
})
