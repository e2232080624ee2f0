import { describe, expect, it } from 'vitest'
import { describePhrase, english, type Phrase } from './phrases.ts'

const at = '2026-02-01T00:00:00Z'
const person = { by: 'Ada', reason: 'a bonus' }

const sentences: readonly (readonly [phrase: Phrase, sentence: string])[] = [
  [{ code: 'collected', at, holdDays: 30 }, `collected ${at} + 30 days`],
  [{ code: 'installed', at, holdDays: 30 }, `installed ${at} + 30 days`],
  [{ code: 'taken_back', at }, `refunded ${at}, available with the commission that it changes`],
  [{ code: 'given_back', at }, `refund reversed ${at}, available with the commission that it changes`],
  [{ code: 'corrected', at }, `corrected ${at}, available with the commission that it changes`],
  [{ code: 'referral_voided', at }, `referral voided ${at}, available with the commission that it changes`],
  [{ code: 'manual', ...person }, 'entered by Ada: a bonus'],
  [{ code: 'write_off', ...person }, 'written off by Ada: a bonus'],
  [{ code: 'repayment', ...person }, 'repaid, entered by Ada: a bonus'],
  [{ code: 'deduction', ...person }, 'deducted by Ada: a bonus'],
  [{ code: 'imported', ...person }, 'imported by Ada: a bonus'],
  [{ code: 'undone', ...person }, 'reversed by Ada: a bonus'],
  [{ code: 'held', until: at }, `held until ${at}`],
  [{ code: 'no_run', since: at }, `no run since ${at}`],
  [{ code: 'due' }, 'due, for the next run'],
  [{ code: 'below_threshold' }, 'last run: below the threshold'],
  [{ code: 'nothing_due' }, 'last run: nothing due'],
  [{ code: 'excluded', reason: 'fraud' }, 'last run: excluded, fraud'],
  [{ code: 'terms_version', id: '1' }, 'terms version 1'],
  [{ code: 'terms_version', id: '1', targetKind: 'membership' }, 'terms version 1, membership'],
  [{ code: 'agreement', reason: 'fair talk' }, 'agreement: fair talk'],
  [{ code: 'contract', id: '1' }, 'contract 1'],
  [{ code: 'no_terms' }, 'no terms'],
  [{ code: 'by_hand' }, 'payout by hand'],
  [{ code: 'paid_elsewhere' }, 'paid before it was imported'],
]

describe('describePhrase', () => {
  it.each(sentences)('says %j in English', (phrase, sentence) => {
    expect(describePhrase(phrase)).toBe(sentence)
  })

  it('knows a sentence for each code, and says another language where asked [D305]', () => {
    expect([...new Set(sentences.map(([{ code }]) => code))].sort()).toEqual(Object.keys(english).sort())
    const german = { ...english, no_terms: () => 'keine Bedingungen' }
    expect(describePhrase({ code: 'no_terms' }, undefined, german)).toBe('keine Bedingungen')
  })

  it('writes instants as its readers do', () => {
    expect(describePhrase({ code: 'held', until: at }, (instant) => instant.slice(0, 10))).toBe(
      'held until 2026-02-01',
    )
  })
})
