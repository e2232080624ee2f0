import { readSettings } from '@affiliate-platform/service'
import { UsageError } from '../command-line/operator-error.ts'
import type { Terminal } from '../command-line/terminal.ts'

/**
 * Reads the key under which secrets of endpoints are encrypted.
 *
 * @throws UsageError where there is none
 */
export function readSecretKey({ env }: Terminal): Uint8Array {
  const { AFFILIATE_SECRET_KEY: secretKey } = readSettings(env)
  if (secretKey !== undefined) return secretKey
  throw new UsageError(
    'AFFILIATE_SECRET_KEY: Secrets of endpoints are stored only encrypted; set it, for example to the output of openssl rand -base64 32.',
  )
}
