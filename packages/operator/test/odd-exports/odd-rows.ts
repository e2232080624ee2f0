import {
  affiliate,
  attribution,
  commission,
  digits,
  id,
  type MantleFolder,
  payout,
  program,
  type Row,
  within,
} from './mantle-folder.ts'

/** What one person has there, and what that comes to: by whoever wrote the rows, not by the importer. */
export interface OddCase {
  readonly name: string
  readonly affiliates: readonly Row[]
  readonly attributions?: readonly Row[]
  readonly recovered?: readonly Row[]
  readonly commissions?: readonly Row[]
  readonly payouts?: readonly Row[]
  /** By the program's name, in minor units: earned, paid, and open. */
  readonly sums: Readonly<Record<string, readonly [earned: number, paid: number, open: number]>>
}

const simple = (
  name: string,
  rows: Omit<OddCase, 'name' | 'affiliates' | 'sums'>,
  sums: readonly [number, number, number],
  changes: Row = {},
): OddCase => ({
  name,
  affiliates: [affiliate(name, changes)],
  attributions: [attribution(name, name)],
  ...rows,
  sums: { Partners: sums },
})

export const oddCases: readonly OddCase[] = [
  // Floats as a computer writes them: each row is rounded once, half up.
  simple(
    'floats',
    {
      commissions: [
        commission('f1', 'floats', '251.8000000000001'),
        commission('f2', 'floats', '10.005'),
        commission('f3', 'floats', '33.333333333333336'),
        commission('f4', 'floats', '33.333333333333336'),
        commission('f5', 'floats', '33.333333333333336'),
        commission('f6', 'floats', '1e1'),
      ],
    },
    [25180 + 1001 + 3 * 3333 + 1000, 0, 25180 + 1001 + 3 * 3333 + 1000],
  ),
  // 5 % less went out, by Stripe's fee.
  simple(
    'fee',
    {
      commissions: [
        commission('fee1', 'fee', '60.00', within('fee')),
        commission('fee2', 'fee', '40.00', within('fee')),
        commission('fee3', 'fee', '7.00'),
      ],
      payouts: [payout('fee', 'fee', '100.00', { amountPaid: digits('95.00') })],
    },
    [10700, 10000, 700],
  ),
  // Nothing says what went out.
  simple(
    'unsaid',
    {
      commissions: [commission('unsaid1', 'unsaid', '50.00', within('unsaid'))],
      payouts: [payout('unsaid', 'unsaid', '50.00', { amountPaid: null })],
    },
    [5000, 5000, 0],
  ),
  // The payout is more than its lines: below the minimum once, paid later.
  simple(
    'more',
    {
      commissions: [commission('more1', 'more', '50.00', within('more'))],
      payouts: [payout('more', 'more', '62.50')],
    },
    [6250, 6250, 0],
  ),
  simple(
    'less',
    {
      commissions: [commission('less1', 'less', '50.00', within('less'))],
      payouts: [payout('less', 'less', '40.00')],
    },
    [4000, 4000, 0],
  ),
  // Not paid: what is in them is open.
  simple(
    'processing',
    {
      commissions: [commission('processing1', 'processing', '30.00', within('processing', 'processing'))],
      payouts: [
        payout('processing', 'processing', '30.00', { status: 'processing', paidAt: null, amountPaid: null }),
      ],
    },
    [3000, 0, 3000],
  ),
  simple(
    'detached',
    {
      commissions: [commission('detached1', 'detached', '30.00')],
      payouts: [
        payout('detached', 'detached', '30.00', { status: 'cancelled', paidAt: null, amountPaid: null }),
      ],
    },
    [3000, 0, 3000],
  ),
  // An early payout without a program, all of whose lines agree.
  simple(
    'early',
    {
      commissions: [commission('early1', 'early', '20.00', within('early'))],
      payouts: [payout('early', 'early', '20.00', { affiliateProgramId: null })],
    },
    [2000, 2000, 0],
  ),
  // Two payouts of one number are two payouts.
  simple(
    'twins',
    {
      commissions: [
        commission('twins1', 'twins', '20.00', within('twins1')),
        commission('twins2', 'twins', '21.00', within('twins2')),
      ],
      payouts: [
        payout('twins1', 'twins', '20.00', { number: 1 }),
        payout('twins2', 'twins', '21.00', { number: 1 }),
      ],
    },
    [4100, 4100, 0],
  ),
  // A payout that is in no file: its commission is set aside.
  simple(
    'nowhere',
    {
      commissions: [
        commission('nowhere1', 'nowhere', '20.00', within('lost')),
        commission('nowhere2', 'nowhere', '5.00'),
      ],
    },
    [500, 0, 500],
  ),
  // Cancelled, deleted, both; cancelled and still in a payout.
  simple(
    'gone',
    {
      commissions: [
        commission('gone1', 'gone', '11.00', { cancelled: true, cancelReason: 'refund' }),
        commission('gone2', 'gone', '12.00', { deletedAt: '2024-03-09T00:00:00.000Z' }),
        commission('gone3', 'gone', '13.00'),
      ],
    },
    [1300, 0, 1300],
  ),
  // Two in one second are two, also on one sale.
  simple(
    'pair',
    {
      commissions: [
        commission('pair1', 'pair', '9.90'),
        commission('pair2', 'pair', '9.90', { transactionId: id('transaction pair1') }),
      ],
    },
    [1980, 0, 1980],
  ),
  // Without a sale: for an install; without a referral: by hand. One of nothing, and one less than nothing.
  simple(
    'byhand',
    {
      commissions: [
        commission('byhand1', 'byhand', '15.00', { type: 'install', transactionId: null, transaction: null }),
        commission('byhand2', 'byhand', '5.00', {
          type: 'custom',
          affiliateAttributionId: null,
          transactionId: null,
          transaction: null,
        }),
        commission('byhand3', 'byhand', '0'),
      ],
    },
    [2000, 0, 2000],
  ),
  // Its referral is another member's: it is still owed to whom it names.
  {
    name: 'borrowed',
    affiliates: [affiliate('borrowed')],
    commissions: [
      commission('borrowed1', 'borrowed', '8.00', { affiliateAttributionId: id('referral floats') }),
    ],
    sums: { Partners: [800, 0, 800] },
  },
  // A number as a text, and a time whose zone nobody knows.
  simple(
    'texts',
    {
      commissions: [
        commission('texts1', 'texts', '"14.25"'),
        commission('texts2', 'texts', '3.00', {
          date: '2024-03-05 12:00:00',
          transactionId: null,
          transaction: null,
        }),
      ],
    },
    [1425, 0, 1425],
  ),
  // People.
  simple('hold', { commissions: [commission('hold1', 'hold', '44.00')] }, [4400, 0, 4400], {
    payoutHold: true,
  }),
  simple('nomail', { commissions: [commission('nomail1', 'nomail', '4.00')] }, [400, 0, 400], {
    email: null,
  }),
  simple('double1', { commissions: [commission('double11', 'double1', '1.10')] }, [110, 0, 110], {
    email: 'same@example.com',
  }),
  simple('double2', { commissions: [commission('double21', 'double2', '2.20')] }, [220, 0, 220], {
    email: 'Same@Example.com',
  }),
  simple(
    'deleted',
    {
      commissions: [
        commission('deleted1', 'deleted', '70.00', within('deleted')),
        commission('deleted2', 'deleted', '3.00'),
      ],
      payouts: [payout('deleted', 'deleted', '70.00')],
    },
    [7300, 7000, 300],
    { deletedAt: '2025-01-01T00:00:00.000Z' },
  ),
  // One person in two programs, with one handle in both.
  {
    name: 'both',
    affiliates: [
      affiliate('both', {}, [
        { handle: 'both' },
        { affiliateProgramId: id('program Agencies'), handle: 'both', affiliateProgram: program('Agencies') },
      ]),
    ],
    attributions: [
      attribution('both', 'both'),
      attribution('bothagency', 'both', {
        affiliateProgramId: id('program Agencies'),
        affiliateProgram: program('Agencies'),
      }),
    ],
    commissions: [
      commission('both1', 'both', '10.00'),
      commission('both2', 'both', '20.00', {
        affiliateProgramId: id('program Agencies'),
        affiliateAttributionId: id('referral bothagency'),
      }),
    ],
    sums: { Partners: [1000, 0, 1000], Agencies: [2000, 0, 2000] },
  },
  // Referrals: one that ended, with its commissions; one that ended and one that lives on the same shop.
  simple(
    'ended',
    {
      attributions: [
        attribution(
          'ended',
          'ended',
          { deletedAt: '2024-09-01T00:00:00.000Z' },
          { uninstalledAt: '2024-08-01T00:00:00.000Z' },
        ),
      ],
      commissions: [commission('ended1', 'ended', '6.00')],
    },
    [600, 0, 600],
  ),
  {
    name: 'again',
    affiliates: [affiliate('again')],
    attributions: [
      attribution('again', 'again', {}, { myshopifyDomain: 'again.myshopify.com', platformId: '42' }),
      attribution(
        'againold',
        'again',
        { deletedAt: '2024-01-20T00:00:00.000Z', date: '2024-01-15T00:00:00.000Z' },
        { myshopifyDomain: 'again.myshopify.com', platformId: '42' },
      ),
    ],
    commissions: [
      commission('again1', 'again', '6.00'),
      commission('again2', 'again', '7.00', { affiliateAttributionId: id('referral againold') }),
    ],
    sums: { Partners: [1300, 0, 1300] },
  },
  {
    name: 'rivals',
    affiliates: [affiliate('rivals')],
    attributions: [
      attribution('rivals', 'rivals', {}, { myshopifyDomain: 'rivals.myshopify.com', platformId: '43' }),
      attribution('rivals2', 'rivals', {}, { myshopifyDomain: 'rivals.myshopify.com', platformId: '43' }),
    ],
    commissions: [
      commission('rivals1', 'rivals', '6.00'),
      commission('rivals2', 'rivals', '7.00', { affiliateAttributionId: id('referral rivals2') }),
    ],
    sums: { Partners: [1300, 0, 1300] },
  },
  // Recovered from the commissions.
  simple(
    'recovered',
    {
      attributions: [],
      recovered: [attribution('recovered', 'recovered', { deletedAt: '2024-10-01T00:00:00.000Z' })],
      commissions: [commission('recovered1', 'recovered', '5.50')],
    },
    [550, 0, 550],
  ),
  simple(
    'noshop',
    {
      attributions: [attribution('noshop', 'noshop', {}, { myshopifyDomain: null })],
      commissions: [commission('noshop1', 'noshop', '5.00')],
    },
    [500, 0, 500],
  ),
  simple(
    'noid',
    {
      attributions: [attribution('noid', 'noid', {}, { platformId: null })],
      commissions: [commission('noid1', 'noid', '5.00')],
    },
    [500, 0, 500],
  ),
  // The same record twice counts once.
  simple(
    'copies',
    { commissions: [commission('copies1', 'copies', '5.00'), commission('copies1', 'copies', '5.00')] },
    [500, 0, 500],
  ),
]

/** All cases in one folder. */
export function oddFolder(): MantleFolder {
  return {
    affiliates: oddCases.flatMap(({ affiliates }) => affiliates),
    attributions: oddCases.flatMap(({ attributions = [] }) => attributions),
    recovered: oddCases.flatMap(({ recovered = [] }) => recovered),
    commissions: oddCases.flatMap(({ commissions = [] }) => commissions),
    payouts: oddCases.flatMap(({ payouts = [] }) => payouts),
  }
}
