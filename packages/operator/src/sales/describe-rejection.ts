import { OtherSourceError, SaleFeedError } from '@affiliate-platform/platform/sales'
import { OperatorError } from '../command-line/operator-error.ts'

const remedies: Partial<Readonly<Record<SaleFeedError['code'], string>>> = {
  not_connected: 'Connect it with sales connect, or name a file: see --help.',
  no_token: 'Set PARTNER_API_TOKEN.',
  no_secret_key: 'Set AFFILIATE_SECRET_KEY.',
  wrong_secret_key: 'Set the AFFILIATE_SECRET_KEY it was stored with, or run sales connect again.',
  other_source: 'Use --from to say when the Partner API takes over, after the last sale in a file.',
  cut_over: 'This cannot be changed: leave --from out. Nothing was changed.',
  cut_over_ahead: 'If that is intended, add --yes.',
  busy: 'See sales status. If that process was killed, run this again in half a minute.',
}

/** What an operator is told where an app cannot be connected, or sales cannot be read from the platform. */
export function toRejection(error: unknown): unknown {
  if (error instanceof OtherSourceError) return new OperatorError(`${error.message} Nothing was imported.`)
  const remedy = error instanceof SaleFeedError ? remedies[error.code] : undefined
  if (remedy === undefined) return error
  return new OperatorError(`${error instanceof Error ? error.message : ''} ${remedy}`)
}
