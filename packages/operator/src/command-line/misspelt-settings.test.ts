import { expect, test } from 'vitest'
import { describeMisspelt } from './misspelt-settings.ts'

test('tells a setting that is nearly one of ours from the setting of another program [D146]', () => {
  expect(
    describeMisspelt({
      DATABSE_URL: 'postgres://app:hunter2@db/app',
      RECIEPTS_MONTHS: '12',
      DATABASE_URL: 'postgres://db/app',
      AFFILIATE_PROT: '4010',
      AFFILIATE_HOST: '0.0.0.0',
      AFFILIATE_WORKSPCE: 'Ours',
      PROT: '4010',
      // Of our own apps.
      AFFILIATE_APP_ID: '1',
      AFFILIATE_INSTALL_BRIDGE_KEY: 'k',
      AFFILIATE_PLATFORM_URL: 'https://a.example',
      AFFILIATE_VARIANT: 'a',
      AFFILIATE_API_KEY: 'k',
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
    'AFFILIATE_PROT is not a setting. Did you mean PORT?',
    'AFFILIATE_HOST is not a setting. Did you mean HOST?',
    'AFFILIATE_WORKSPCE is not a setting. Did you mean AFFILIATE_WORKSPACE?',
    'PROT is not a setting. Did you mean PORT?',
  ])
})
