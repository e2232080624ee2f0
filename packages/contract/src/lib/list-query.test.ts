import { describe, expect, it } from 'vitest'
import { describeIssue } from '../../test/builders.ts'
import { listCommissions } from '../operations/lists/list-commissions.ts'
import { listPayouts } from '../operations/lists/list-payouts.ts'
import { parseListQuery } from './list-query.ts'

const programId = '0199f0c2-1b00-7a11-8a01-5d6e7f8091a2'

const parse = (query: string) => parseListQuery(listPayouts.query, new URLSearchParams(query))

const issues = (query: string): readonly string[] => {
  const checked = parse(query)
  return checked.ok ? [] : checked.issues.map(describeIssue)
}

/** The filters that a query stands for, the page size left out. */
const filters = (query: string) => {
  const checked = parse(query)
  if (!checked.ok) throw new Error(issues(query).join())
  const { limit, ...rest } = checked.value
  return rest
}

const utc = (text: string): number => Date.parse(`${text}Z`)

describe('parseListQuery', () => {
  it('means no filter and 50 rows when nothing is sent [4.2-limit] [8-page]', () => {
    expect(parse('')).toEqual({ ok: true, value: { limit: 50 } })
  })

  it('takes 1 to 50 rows in plain digits [4.2-limit] [8-page] [D25]', () => {
    for (const limit of [1, 9, 10, 49, 50])
      expect(parse(`limit=${limit}`)).toEqual({ ok: true, value: { limit } })
    for (const text of ['0', '51', '100', '-1', '050', '+5', '%2B5', '5.0', '5e0', '0x5', ' 5', '٥', 'ten']) {
      expect(issues(`limit=${text}`), text).toEqual(['limit invalid_format'])
    }
  })

  it('takes no app filter from an absent, an empty and a null appId [4.2-appId] [D20]', () => {
    for (const query of ['', 'appId=', 'appId=null']) expect(filters(query)).toEqual({})
    expect(filters('appId=any-text')).toEqual({ appId: 'any-text' })
  })

  it('takes record ids in either case and lowers them [4.2-programId] [4.2-groupId] [4.2-membershipId]', () => {
    for (const name of ['programId', 'groupId', 'membershipId']) {
      expect(filters(`${name}=${programId}`)).toEqual({ [name]: programId })
      expect(filters(`${name}=${programId.toUpperCase()}`)).toEqual({ [name]: programId })
      for (const text of ['1', 'null', `${programId}0`, `{${programId}}`, programId.replaceAll('-', '')]) {
        expect(issues(`${name}=${text}`), text).toEqual([`${name} invalid_format`])
      }
    }
  })

  it('takes a currency of exactly three characters and raises it [4.2-currency] [D22]', () => {
    expect(filters('currency=usd')).toEqual({ currency: 'USD' })
    expect(filters('currency=ZZZ')).toEqual({ currency: 'ZZZ' })
    expect(issues('currency=US')).toEqual(['currency too_small'])
    expect(issues('currency=USDX')).toEqual(['currency too_big'])
  })

  it('takes any status of up to 40 characters [4.2-status] [3-filter] [8-status] [D23]', () => {
    expect(filters('status=partially_reported')).toEqual({ status: 'partially_reported' })
    expect(filters(`status=${'s'.repeat(40)}`)).toEqual({ status: 's'.repeat(40) })
    expect(issues(`status=${'s'.repeat(41)}`)).toEqual(['status too_big'])
  })

  it('takes a search of up to 120 characters and trims it [4.2-search] [8-search] [D24]', () => {
    expect(filters('search=%20Gold%20partner%20')).toEqual({ search: 'Gold partner' })
    expect(filters(`search=${'a'.repeat(120)}`)).toEqual({ search: 'a'.repeat(120) })
    expect(issues(`search=${'a'.repeat(121)}`)).toEqual(['search too_big'])
    expect(issues(`search=${'+'.repeat(121)}`)).toEqual(['search too_big'])
  })

  it('counts characters, not the units a string is stored in [4.2-search] [8-search]', () => {
    expect(filters(`search=${'👍'.repeat(120)}`)).toEqual({ search: '👍'.repeat(120) })
    expect(issues(`search=${'👍'.repeat(121)}`)).toEqual(['search too_big'])
  })

  it('takes no search filter from an empty or blank text [4.2-search] [D24]', () => {
    for (const query of ['search=', 'search=%20', 'search=%09%0A']) expect(filters(query)).toEqual({})
  })

  it('takes a cursor of up to 1500 characters [4.2-cursor] [8-cursor]', () => {
    expect(filters(`cursor=${'c'.repeat(1500)}`)).toEqual({ cursor: 'c'.repeat(1500) })
    expect(issues(`cursor=${'c'.repeat(1501)}`)).toEqual(['cursor too_big'])
  })

  it('rejects an empty value for every other parameter [D25]', () => {
    const names = [
      'programId',
      'groupId',
      'membershipId',
      'from',
      'to',
      'currency',
      'status',
      'cursor',
      'limit',
    ]

    for (const name of names) expect(issues(`${name}=`), name).toHaveLength(1)
  })

  it('takes a date as its whole day in UTC [4.2-from] [4.2-to] [D19]', () => {
    expect(filters('from=2026-05-31&to=2026-05-31')).toEqual({
      fromMs: utc('2026-05-31T00:00:00'),
      toMs: utc('2026-06-01T00:00:00'),
    })
  })

  it('takes an instant with its offset [4.2-from] [4.2-to] [D19]', () => {
    expect(filters('from=2026-05-31T00:00:00%2B02:00&to=2026-05-31T00:00:00Z')).toEqual({
      fromMs: utc('2026-05-30T22:00:00'),
      toMs: utc('2026-05-31T00:00:00'),
    })
  })

  it('knows leap days [4.2-from] [D19]', () => {
    expect(filters('from=2028-02-29')).toEqual({ fromMs: utc('2028-02-29T00:00:00') })
    for (const day of ['2026-02-29', '2100-02-29', '2026-04-31', '2026-13-01', '2026-00-10']) {
      expect(issues(`from=${day}`), day).toEqual(['from invalid_union'])
    }
  })

  it('rejects what is no date and no instant with an offset [4.2-from] [4.2-to] [D19]', () => {
    const rejected = [
      'yesterday',
      '1780185600000',
      '2026-5-1',
      '2026-05',
      '2026-05-31T00:00:00',
      '2026-05-31Z',
    ]
    for (const text of rejected) {
      expect(issues(`from=${text}`), text).toEqual(['from invalid_union'])
      expect(issues(`to=${text}`), text).toEqual(['to invalid_union'])
    }
  })

  it('reads the time of booking as the time of the list [4.2-from] [4.2-to] [D19] [D245]', () => {
    const read = (query: string) => parseListQuery(listCommissions.query, new URLSearchParams(query))
    expect(read('postedFrom=2026-05-31&postedTo=2026-05-31&to=2026-05-01')).toMatchObject({
      value: {
        toMs: utc('2026-05-02T00:00:00'),
        postedFromMs: utc('2026-05-31T00:00:00'),
        postedToMs: utc('2026-06-01T00:00:00'),
      },
    })
    expect(read('postedFrom=x&postedTo=2026-02-30')).toMatchObject({
      issues: [{ parameter: 'postedFrom' }, { parameter: 'postedTo' }],
    })
    expect(read('from=2026-06-02&to=2026-06-01&postedFrom=2026-06-01&postedTo=2026-05-31')).toEqual({
      ok: false,
      issues: [
        { parameter: 'from', code: 'range_reversed', message: 'from must not be after to.' },
        {
          parameter: 'postedFrom',
          code: 'range_reversed',
          message: 'postedFrom must not be after postedTo.',
        },
      ],
    })
  })

  it('moves a bound between two milliseconds to the later one, for either end [D19]', () => {
    const instantMs = utc('2026-05-31T00:00:00.123')

    expect(filters('from=2026-05-31T00:00:00.1230Z')).toEqual({ fromMs: instantMs })
    expect(filters('from=2026-05-31T00:00:00.1230001Z')).toEqual({ fromMs: instantMs + 1 })
    expect(filters('to=2026-05-31T00:00:00.1230Z')).toEqual({ toMs: instantMs })
    expect(filters('to=2026-05-31T00:00:00.1230001Z')).toEqual({ toMs: instantMs + 1 })
  })

  it('rejects a range that ends before it starts, and takes an empty one [D19]', () => {
    const reversed = ['from range_reversed']

    expect(issues('from=2026-06-01&to=2026-05-31')).toEqual(reversed)
    expect(issues('from=2026-06-01T00:00:00Z&to=2026-05-31')).toEqual(reversed)
    expect(issues('from=2026-05-31T00:00:00.001Z&to=2026-05-31T00:00:00Z')).toEqual(reversed)
    expect(issues('from=2026-05-31T23:59:59.999Z&to=2026-05-31')).toEqual([])
    expect(issues('from=2026-05-31T00:00:00Z&to=2026-05-31T00:00:00Z')).toEqual([])
  })

  it('rejects unknown parameters, also those that every object has [D25]', () => {
    expect(issues('offset=50')).toEqual(['offset unknown_member'])
    expect(issues('Limit=50')).toEqual(['Limit unknown_member'])
    expect(issues('constructor=1&toString=1')).toEqual([
      'constructor unknown_member',
      'toString unknown_member',
    ])
    expect(issues('__proto__=1')).toEqual(['unknown_member'])
  })

  it('rejects a repeated parameter, also with the same value [D25]', () => {
    expect(issues('limit=5&limit=5')).toEqual(['limit repeated'])
    expect(issues('appId=&appId=')).toEqual(['appId repeated'])
    expect(issues('__proto__=1&__proto__=2')).toEqual(['unknown_member', 'repeated'])
  })

  it('tells every fault of a query at once [D25]', () => {
    expect(issues('limit=0&status=&nope=1&search=a&search=b')).toEqual([
      'status too_small',
      'limit invalid_format',
      'nope unknown_member',
      'search repeated',
    ])
  })
})
