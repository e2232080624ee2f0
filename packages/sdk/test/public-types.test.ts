import type * as contract from '@affiliate-platform/contract'
import type * as sdk from '@affiliate-platform/sdk'
import type { FakeRecords } from '@affiliate-platform/sdk/testing'
import { describe, expectTypeOf, test } from 'vitest'

/** The contract's types come from schemas and are mutable; the public ones are written for readers. */
type DeepReadonly<T> = T extends object ? { readonly [Member in keyof T]: DeepReadonly<T[Member]> } : T

/** What is left of a response's type without the members that a later service may add, and with any text as text. */
type Known<T> = T extends string
  ? string
  : T extends readonly (infer Entry)[]
    ? readonly Known<Entry>[]
    : T extends object
      ? { readonly [Member in keyof T as string extends Member ? never : Member]: Known<T[Member]> }
      : T

type Operations = typeof contract.operations
type Lists = { readonly [Name in keyof sdk.ListTypes]: Operations[`list${Capitalize<Name>}`] }
type Records = { readonly [Id in contract.RecordId]: Known<contract.RecordOf<Id>> }

type Rows = { readonly [Id in contract.ListId]: Known<Operations[Id]['row']['_zod']['output']> }

describe('the public types equal the contract', () => {
  test('of requests', () => {
    expectTypeOf<sdk.Money>().toEqualTypeOf<DeepReadonly<contract.Money>>()
    expectTypeOf<sdk.SaleKind>().toEqualTypeOf<(typeof contract.saleKinds)[number]>()
    expectTypeOf<sdk.PayoutStatus>().toEqualTypeOf<contract.PayoutStatus>()
    expectTypeOf<
      Exclude<sdk.CommissionRecord['cause'], sdk.Later>
    >().toEqualTypeOf<contract.CommissionCause>()
    expectTypeOf<
      Exclude<sdk.CommissionExplanation['commission']['because']['code'], sdk.Later>
    >().toEqualTypeOf<contract.Because['code']>()
    expectTypeOf<Exclude<sdk.OperationName, 'request'>>().toEqualTypeOf<contract.OperationId>()
    expectTypeOf<sdk.Identification>().toExtend<contract.Identification>()
    expectTypeOf<contract.Identification>().toExtend<sdk.Identification>()
    expectTypeOf<sdk.EvidenceReport>().toEqualTypeOf<
      DeepReadonly<Operations['reportEvidence']['body']['_zod']['output']>
    >()
    expectTypeOf<sdk.InstallEventReport['kind']>().toEqualTypeOf<
      Operations['reportInstallEvent']['body']['_zod']['output']['kind']
    >()
    // The contract's schema also types an absent `thresholds` as undefined, and knows no later kind of sale.
    expectTypeOf<Omit<sdk.TermsRules, 'includedSaleKinds'>>().toExtend<
      Omit<DeepReadonly<contract.TermsRules>, 'includedSaleKinds'>
    >()
    expectTypeOf<keyof sdk.TermsRules>().toEqualTypeOf<keyof contract.TermsRules>()
    expectTypeOf<
      Exclude<keyof sdk.CommissionsFilters, 'from' | 'to' | 'postedFrom' | 'postedTo'>
    >().toEqualTypeOf<Exclude<keyof contract.ListQuery, 'fromMs' | 'toMs' | 'postedFromMs' | 'postedToMs'>>()
  })

  test('of responses [D80]', () => {
    expectTypeOf<Known<sdk.PayoutsPage>>().toEqualTypeOf<Known<contract.PayoutsPage>>()
    expectTypeOf<Rows>().toEqualTypeOf<{
      [Name in keyof sdk.ListTypes as `list${Capitalize<Name>}`]: Known<sdk.ListTypes[Name]['row']>
    }>()
    expectTypeOf<Omit<Records, 'explainPayout'>>().toEqualTypeOf<{
      readonly [Name in keyof sdk.RecordTypes as `get${Capitalize<Name>}`]: Known<sdk.RecordTypes[Name]>
    }>()
    expectTypeOf<Records['explainPayout']>().toEqualTypeOf<Known<sdk.PayoutExplanation>>()
    expectTypeOf<Known<sdk.TermsVersion>>().toEqualTypeOf<Known<contract.TermsVersion>>()
    expectTypeOf<Omit<Known<sdk.IdentifyResponse>, 'ok'>>().toEqualTypeOf<
      Omit<Known<contract.IdentifyResponse>, 'ok'>
    >()
    expectTypeOf<Known<sdk.AttributionResponse>>().toEqualTypeOf<
      Known<Operations['reportEvidence']['response']['_zod']['output']>
    >()
    expectTypeOf<
      Exclude<sdk.AttributionResponse['outcome'], sdk.Later>
    >().toEqualTypeOf<contract.AttributionOutcome>()
    expectTypeOf<contract.Issue>().toExtend<sdk.Issue>()
  })

  test('of the records of the test double, for every list [D80]', () => {
    expectTypeOf<keyof FakeRecords>().toEqualTypeOf<
      Exclude<keyof sdk.ListTypes | `${keyof sdk.RecordTypes}s`, 'payouts'>
    >()
  })

  test('of every list, in its filters, its states and its kind [D80]', () => {
    expectTypeOf<{
      [Name in keyof sdk.ListTypes]: Exclude<keyof sdk.ListTypes[Name]['filters'], 'cursor' | 'limit'>
    }>().toEqualTypeOf<{ [Name in keyof Lists]: Lists[Name]['filters'][number] }>()
    expectTypeOf<{
      [Name in keyof sdk.ListTypes]: Exclude<sdk.ListTypes[Name]['row']['status'], sdk.Later>
    }>().toEqualTypeOf<{ [Name in keyof Lists]: Lists[Name]['statuses'][number] }>()
    expectTypeOf<{ [Name in keyof sdk.ListTypes]: sdk.ListTypes[Name]['row']['kind'] }>().toEqualTypeOf<{
      [Name in keyof sdk.ListTypes]: Name
    }>()
  })

  test('of every list, in the states that it is filtered by: a misspelled one does not compile [D80]', () => {
    expectTypeOf<{
      [Name in keyof sdk.ListTypes]: Exclude<sdk.ListTypes[Name]['filters']['status'], sdk.Later | undefined>
    }>().toEqualTypeOf<{ [Name in keyof Lists]: Lists[Name]['statuses'][number] }>()
    expectTypeOf<'unreportd'>().not.toExtend<sdk.PayoutsFilters['status']>()
    expectTypeOf<sdk.PayoutSummary['status']>().toExtend<sdk.PayoutsFilters['status']>()
  })

  test('of the errors that a service names', () => {
    expectTypeOf<sdk.ServiceErrorCode>().toEqualTypeOf<contract.ErrorCode>()
    expectTypeOf<
      Exclude<sdk.IdentifyResponse['uninstallWatch'], sdk.Later | undefined>
    >().toEqualTypeOf<contract.UninstallWatchOutcome>()
    expectTypeOf<sdk.AffiliateError['code']>().toExtend<string>()
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
