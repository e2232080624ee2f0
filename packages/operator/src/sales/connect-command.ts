import { type ConnectionCheck, connectSales } from '@affiliate-platform/platform/sales'
import { readSettings } from '@affiliate-platform/service'
import { flag, required } from '../command-line/act.ts'
import { change } from '../command-line/change-command.ts'
import { UsageError } from '../command-line/operator-error.ts'
import { parseApiVersion, parseNumberId, parseTimeMs } from '../command-line/parse-value.ts'
import { yesOption } from '../payouts/money-command.ts'
import { toRejection } from './describe-rejection.ts'
import { toPartnerAccess } from './partner-access.ts'

interface ConnectFlags {
  readonly organization: string
  readonly partnerApp: string
  readonly apiVersion: string
  readonly keepToken?: boolean
  readonly from?: number
  readonly yes?: boolean
}

export const connectCommand = change<ConnectFlags>()({
  name: 'connect',
  of: 'app',
  description: 'connect an app to the Shopify Partner API, with the token in PARTNER_API_TOKEN',
  examples: [
    'sales connect 01890000-0000-7000-8000-000000000001 --organization 42 --partner-app 31',
    'sales connect 01890000-0000-7000-8000-000000000001 --organization 42 --partner-app 31 --keep-token',
  ],
  options: [
    required('--organization <number>', 'the number in the URLs of the partner dashboard', parseNumberId),
    required('--partner-app <number>', 'the number of the app there', parseNumberId),
    flag('--api-version <version>', 'version of the Partner API', parseApiVersion).default('2026-07'),
    flag('--keep-token', 'store the token, encrypted with AFFILIATE_SECRET_KEY, for serve'),
    flag(
      '--from <time>',
      'if sales have come from files so far: when the Partner API takes over',
      parseTimeMs,
    ),
    yesOption('a future --from, until which imports from the Partner API find nothing'),
  ],
  toChange: ({ id: appId, flags, actor, terminal }) => {
    const access = toPartnerAccess(readSettings(terminal.env))
    const { organization: organizationId, partnerApp: platformAppId, apiVersion, keepToken = false } = flags
    if (access.accessToken === undefined) throw new UsageError('PARTNER_API_TOKEN: Set it to the token.')
    if (keepToken && access.secretKey === undefined) {
      throw new UsageError(
        'AFFILIATE_SECRET_KEY: --keep-token needs it, for example openssl rand -base64 32.',
      )
    }
    const connection = { organizationId, platformAppId, apiVersion }
    const order = {
      appId,
      ...connection,
      access,
      keepsToken: keepToken,
      sinceMs: flags.from,
      acceptsFuture: flags.yes,
      actor,
    }
    return {
      run: async (database, workspaceId) => {
        const check = await connectSales(database, { ...order, workspaceId }).catch((error: unknown) => {
          throw toRejection(error)
        })
        const record = { appId, ...connection, keepsToken: keepToken, ...check }
        return { value: appId, record, message: describe(keepToken, check) }
      },
    }
  },
})

function describe(keepsToken: boolean, { installsDenied }: ConnectionCheck): string {
  const token = keepsToken
    ? 'The token is stored, encrypted.'
    : 'The token is not stored: set PARTNER_API_TOKEN for each import.'
  return [
    `The app is connected. ${token}`,
    ...(installsDenied === null ? [] : [`Installs cannot be read. ${installsDenied}`]),
    'Next: affiliate-service sales import',
  ].join('\n')
}
