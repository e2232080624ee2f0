import { describe, expect, it } from 'vitest'
import * as limits from './limits.ts'

describe('limits', () => {
  it('has the numbers of the interface for the service [8-quota] [8-body] [8-page] [8-cursor] [8-search] [8-status]', () => {
    expect(limits).toMatchObject({
      quotaRequestsMax: 120,
      quotaWindowMs: 60_000,
      bodyBytesMax: 65_536,
      pageRowsDefault: 50,
      pageRowsMax: 50,
      cursorCharactersMax: 1500,
      searchCharactersMax: 120,
      statusCharactersMax: 40,
    })
  })

  it('has the numbers of the interface for terms [8-rateBps] [8-durationMonths] [8-holdDays] [8-windowDays] [8-thresholds] [8-amountMinor]', () => {
    expect(limits).toMatchObject({
      rateBpsMax: 10_000,
      durationMonthsMin: 1,
      durationMonthsMax: 1200,
      holdDaysMax: 3650,
      windowDaysMin: 1,
      windowDaysMax: 365,
      thresholdsMax: 30,
      amountDigitsMax: 38,
    })
  })

  it('has the numbers of the interface for callers [8-backfill-page] [8-install-timeout] [8-backfill-timeout]', () => {
    expect(limits).toMatchObject({
      backfillPageShops: 50,
      installIdentifyTimeoutMs: 5000,
      backfillCallTimeoutMs: 10_000,
    })
  })
})
