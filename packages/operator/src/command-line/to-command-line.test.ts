import { expect, test } from 'vitest'
import { quote, toCommandLine } from './to-command-line.ts'

test('goes on where this command was, as a shell reads it', () => {
  expect(toCommandLine('payouts list', { dataDir: 'my data', workspace: "Ada's" })).toBe(
    "affiliate-service payouts list --workspace 'Ada'\\''s' --data-dir 'my data'",
  )
  expect(toCommandLine('payouts list', {})).toBe('affiliate-service payouts list')
  expect(quote('invalid_amount s9')).toBe("'invalid_amount s9'")
})
