import type { CsvColumns } from '../../src/history.ts'
import { toFolderOfTexts } from './mantle-export.ts'

/** What the columns of the tables say. */
export const columns: CsvColumns = {
  ...{ decimal: ',', zone: '+02:00' },
  files: {
    'affiliates.csv': {
      ...{ 'Affiliate ID': 'id', Name: 'name', Program: 'affiliateProgramId', 'Program name': 'programName' },
      ...{
        Handle: 'handle',
        'Commission %': 'percentCommission',
        Components: 'revenueComponents',
        Remark: null,
      },
    },
    'referrals.csv': {
      ...{
        ID: 'id',
        Affiliate: 'affiliateId',
        Program: 'affiliateProgramId',
        Date: 'date',
        Shop: 'myshopifyDomain',
      },
    },
    'payouts.csv': {
      ...{ ID: 'id', Affiliate: 'affiliateId', Program: 'affiliateProgramId', Status: 'status' },
      ...{ Amount: 'amount', Paid: 'paidAt' },
    },
    'commissions.csv': {
      ...{
        ID: 'id',
        Affiliate: 'affiliateId',
        Program: 'affiliateProgramId',
        Referral: 'affiliateAttributionId',
      },
      ...{ Amount: 'amount', Date: 'date', Cancelled: 'cancelled', Payout: 'payoutId' },
    },
  },
}

/** The lines of an export of tables. */
export const tables = {
  'affiliates.csv': [
    '\uFEFF"Affiliate ID";Name;Program;"Program name";Handle;"Commission %";Components;Remark',
    'a1;"Mia, of ""Lantern""";p1;Partners;mia;12,5 %;usage|one-time;"two\r\nlines"',
  ],
  'referrals.csv': ['ID;Affiliate;Program;Date;Shop', 'r1;a1;p1;2025-02-01;one.myshopify.com'],
  'payouts.csv': ['ID;Affiliate;Program;Status;Amount;Paid', 'o1;a1;p1;paid;1.234,50 €;2025-04-02 09:00:00'],
  'commissions.csv': [
    'ID;Affiliate;Program;Referral;Amount;Date;Cancelled;Payout',
    'c1;a1;p1;r1;EUR 1.234,50;2025-03-01 12:00;no;o1',
    'c2;a1;p1;r1;7,25;2025-03-02T12:00:00Z;;',
    'c3;a1;p1;r1;1.00;2025-03-02T12:00:00Z;;',
    'c4;a1;p1;r1;=1+1;2025-03-02T12:00:00Z;;',
    'c5;a1;p1;r1;1,5;02.03.2025;;',
  ],
}

/** A folder with them, some changed. */
export const toFolderOfTables = (changes: Readonly<Record<string, readonly string[]>> = {}) =>
  toFolderOfTexts(
    Object.fromEntries(
      Object.entries({ ...tables, ...changes }).map(([file, lines]) => [file, lines.join('\r\n')]),
    ),
  )
