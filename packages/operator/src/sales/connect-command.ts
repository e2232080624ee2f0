import { connectSales, SaleFeedError } from '@affiliate-platform/platform/sales'
import { readSettings } from '@affiliate-platform/service'
import type { Command } from 'commander'
import { addWorkspaceOption, chooseWorkspace, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { addChangeCommand, runOnDatabase } from '../command-line/database-command.ts'
import { toOperator } from '../command-line/operator.ts'
import { OperatorError, UsageError } from '../command-line/operator-error.ts'
import { parseApiVersion, parseNumberId, parseTimeMs } from '../command-line/parse-value.ts'
import { printDone } from '../command-line/print-done.ts'
import { recordArgument } from '../command-line/record-name.ts'
import type { Terminal } from '../command-line/terminal.ts'
import { toPartnerAccess } from './partner-access.ts'

interface ConnectFlags extends WorkspaceFlags {
  readonly organization: string
  readonly partnerApp: string
  readonly apiVersion: string
  readonly keepToken?: boolean
  readonly from?: number
}

/** Adds `sales connect`. */
export function addConnectCommand(sales: Command, terminal: Terminal): void {
  const connect = addChangeCommand(sales, 'connect', {
    description: 'connect an app to the Shopify Partner API, with the token in PARTNER_API_TOKEN',
    examples: [
      'sales connect 01890000-0000-7000-8000-000000000001 --organization 42 --partner-app 31',
      'sales connect 01890000-0000-7000-8000-000000000001 --organization 42 --partner-app 31 --keep-token',
    ],
  })
  addWorkspaceOption(connect)
    .addArgument(recordArgument('app'))
    .requiredOption(
      '--organization <number>',
      'the number in the addresses of the partner dashboard',
      parseNumberId('--organization'),
    )
    .requiredOption('--partner-app <number>', 'the number of the app there', parseNumberId('--partner-app'))
    .option(
      '--api-version <version>',
      'version of the Partner API',
      parseApiVersion('--api-version'),
      '2026-07',
    )
    .option('--keep-token', 'keep the token, encrypted under AFFILIATE_SECRET_KEY, for serve')
    .option(
      '--from <time>',
      'where the sales come from files so far: from when on from the Partner API',
      parseTimeMs('--from'),
    )
    .action((app: string, flags: ConnectFlags) => connectApp(terminal, app, flags))
}

async function connectApp(terminal: Terminal, appId: string, flags: ConnectFlags): Promise<void> {
  const access = toPartnerAccess(readSettings(terminal.env))
  const { organization: organizationId, partnerApp: platformAppId, apiVersion, keepToken = false } = flags
  if (access.accessToken === undefined) throw new UsageError('PARTNER_API_TOKEN: The token belongs there.')
  if (keepToken && access.secretKey === undefined) {
    throw new UsageError('AFFILIATE_SECRET_KEY: --keep-token needs it, for example openssl rand -base64 32.')
  }
  const connection = { organizationId, platformAppId, apiVersion }
  const check = await runOnDatabase(terminal, flags, async (database) => {
    const workspaceId = await chooseWorkspace(database, flags)
    const order = { workspaceId, appId, ...connection, access, keepsToken: keepToken, sinceMs: flags.from }
    return await connectSales(database, { ...order, actor: toOperator(flags) })
  }).catch((error: unknown) => {
    throw toRejection(error)
  })
  const lines = [
    `The app is connected. ${keepToken ? 'The token is kept, encrypted.' : 'The token is not kept: give it to each import in PARTNER_API_TOKEN.'}`,
    ...(check.installsDenied === null ? [] : [`Installs cannot be read. ${check.installsDenied}`]),
    'Next: affiliate-service sales import',
  ]
  const record = { appId, ...connection, keepsToken: keepToken, ...check }
  printDone(terminal, flags, { value: appId, record, message: lines.join('\n') })
}

function toRejection(error: unknown): unknown {
  if (!(error instanceof SaleFeedError) || error.code !== 'other_source') return error
  return new OperatorError(
    `${error.message} Say with --from when the Partner API takes over, after the last sale of a file.`,
  )
}
