import { expect, test } from 'vitest'
import { describeMisspelt } from './misspelt-settings.ts'

test('tells a setting that is nearly one of ours from the setting of another program [D146]', () => {
  expect(
    describeMisspelt({
      DATABSE_URL: 'postgres://app:hunter2@db/app',
      RECIEPTS_MONTHS: '12',
      DATABASE_URL: 'postgres://db/app',
      // Of the shell, of a host and of other tools.
      HOME: '/root',
      PGHOST: 'db',
      TEST_DATABASE_URL: 'postgres://db/test',
      LOG_FORMAT: 'json',
      SORT: '1',
    }),
  ).toEqual([
    'DATABSE_URL is not a setting. Did you mean DATABASE_URL?',
    'RECIEPTS_MONTHS is not a setting. Did you mean RECEIPTS_MONTHS?',
  ])
})
