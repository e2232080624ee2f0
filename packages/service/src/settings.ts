import { limits } from '@affiliate-platform/contract'
import * as z from 'zod'
import { logLevels } from './log.ts'
import { loopbackHosts } from './mcp/check-origin.ts'
import {
  headerName,
  networks,
  postgresUrl,
  secretKeySchema,
  sslModes,
  wholeNumber,
} from './setting-schemas.ts'

interface SettingPlan {
  readonly schema: z.ZodType
  readonly expected: string
  readonly example: string
}

// Every setting of the service. Quotas of the interface itself and the clock are no settings.
const plans = {
  DATABASE_URL: {
    schema: postgresUrl,
    expected: `the URL of a Postgres database, with no sslmode except ${sslModes.join(', ')}`,
    example: 'postgres://user:password@localhost:5432/affiliate',
  },
  DATABASE_POOL_SIZE: {
    schema: wholeNumber(2, 1000).default(10),
    expected: 'connections to Postgres per process, 2 to 1000',
    example: '10',
  },
  DATABASE_READ_URL: {
    schema: postgresUrl,
    expected: `the URL of a streaming standby of DATABASE_URL, with no sslmode except ${sslModes.join(', ')}`,
    example: 'postgres://user:password@standby:5432/affiliate',
  },
  DATABASE_READ_LAG_SECONDS: {
    schema: wholeNumber(2, 300).default(5),
    expected: 'seconds that a standby may be behind and still serve reads, 2 to 300',
    example: '5',
  },
  HOST: {
    schema: z.string().min(1).default('127.0.0.1'),
    expected: 'an address to listen on',
    example: '0.0.0.0',
  },
  PORT: { schema: wholeNumber(0, 65_535).default(4010), expected: 'a port from 0 to 65535', example: '4010' },
  ADMIN_PORT: {
    schema: wholeNumber(0, 65_535).optional(),
    expected: 'a port from 0 to 65535; without it there are no metrics',
    example: '9464',
  },
  ADMIN_HOST: {
    schema: z.string().min(1).default('127.0.0.1'),
    expected: 'an address to serve metrics and health on',
    example: '10.0.0.5',
  },
  LOG_LEVEL: {
    schema: z.enum(logLevels).default('info'),
    expected: `one of ${logLevels.join(', ')}`,
    example: 'info',
  },
  IDENTIFY_REQUESTS_PER_MINUTE: {
    schema: wholeNumber(1, 10_000).default(limits.identifyQuotaRequestsDefault),
    expected: 'requests a minute per workspace or MCP key, 1 to 10000',
    example: '1200',
  },
  RECEIPTS_MONTHS: {
    schema: wholeNumber(1, 120).default(24),
    expected: 'months that receipts are kept, 1 to 120',
    example: '24',
  },
  CLIENT_ADDRESS_HEADER: {
    schema: headerName,
    expected:
      "the header in which your proxy tells the client's address; without it visitors are told apart by who is connected",
    example: 'x-real-ip',
  },
  CLIENT_COUNTRY_HEADER: {
    schema: headerName,
    expected:
      "the header in which your proxy tells the client's country by two letters; without it no country is kept of a click",
    example: 'cf-ipcountry',
  },
  CONSOLE_ORIGIN: {
    schema: z
      .string()
      .regex(/^(?:https:\/\/[a-z0-9.-]+|http:\/\/localhost)(?::\d{1,5})?$/)
      .optional(),
    expected: 'the origin under which operators reach the console, by https; without it serve has none',
    example: 'https://affiliates.example.com',
  },
  MCP_ALLOWED_HOSTS: {
    schema: z
      .string()
      .regex(/^[\w.:[\]-]+(?:,[\w.:[\]-]+)*$/)
      .default(loopbackHosts.join(','))
      .transform((hosts) => hosts.toLowerCase().split(',')),
    expected: 'the host names under which /mcp can be reached, without ports or spaces, separated by commas',
    example: 'affiliate.example.com',
  },
  SECURITY_CONTACT: {
    schema: z.url({ protocol: /^(?:https|mailto)$/ }).optional(),
    expected: 'an https or mailto URL for reports of vulnerabilities',
    example: 'mailto:security@example.com',
  },
  AFFILIATE_SECRET_KEY: {
    schema: secretKeySchema,
    expected: '32 random bytes in base64, used to encrypt stored tokens and webhook secrets',
    example: 'the output of openssl rand -base64 32',
  },
  AFFILIATE_OLD_SECRET_KEY: {
    schema: secretKeySchema,
    expected: 'the AFFILIATE_SECRET_KEY before, 32 random bytes in base64, for sales reencrypt',
    example: 'the output of openssl rand -base64 32',
  },
  SMTP_URL: {
    schema: z.url({ protocol: /^smtps?$/ }).optional(),
    expected: 'the URL of an SMTP server, by smtps:// or, with STARTTLS, smtp://; without it no mail is sent',
    example: 'smtps://user:password@mail.example.com',
  },
  MAIL_FROM: {
    schema: z
      .string()
      .regex(/^(?:[^<>\p{Cc}]{1,100} )?<[^\s<>@]+@[^\s<>@]+>$/u)
      .optional(),
    expected: 'who mail is from, as a name and an address between < and >',
    example: 'Affiliates <affiliates@example.com>',
  },
  WEBHOOK_PRIVATE_NETWORKS: {
    schema: networks,
    expected:
      'networks of your own that webhooks may be sent to, separated by commas; without it they go to public addresses alone',
    example: '10.0.5.0/24',
  },
  PARTNER_API_TOKEN: {
    schema: z
      .string()
      .regex(/^[\x21-\x7e]{8,255}$/)
      .optional(),
    expected: 'the token of a Partner API client, 8 to 255 characters without spaces',
    example: 'prtapi_ and what follows',
  },
  PARTNER_API_ORIGIN: {
    schema: z
      .string()
      .regex(/^(?:https:\/\/[a-z0-9.-]+|http:\/\/(?:127\.0\.0\.1|localhost))(?::\d{1,5})?(?:\/[a-z0-9/-]*)?$/)
      .optional(),
    expected: 'where the Partner API is: an https origin, or a simulator on this machine',
    example: 'http://127.0.0.1:4030/partners',
  },
  SALES_IMPORT_MINUTES: {
    schema: wholeNumber(1, 1440).optional(),
    expected: 'minutes between imports of an app, 1 to 1440; without it serve imports nothing',
    example: '60',
  },
} satisfies Record<string, SettingPlan>

/** The service's settings. */
export type Settings = { readonly [Name in keyof typeof plans]: z.output<(typeof plans)[Name]['schema']> }

/** Thrown when settings are unusable. Its message says of each what is expected. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

/**
 * Reads the settings from environment variables; an empty one counts as absent.
 *
 * @throws SettingsError naming every unusable setting, never its value: it may be a password
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const entries = Object.entries(plans).map(([name, plan]) => {
    const parsed = plan.schema.safeParse(environment[name] || undefined)
    return { name, plan, parsed }
  })
  const faults = entries.filter(({ parsed }) => !parsed.success)
  if (faults.length > 0) {
    const lines = faults.map(({ name, plan }) => `  ${name}: ${plan.expected}, for example ${plan.example}`)
    throw new SettingsError(`These settings are not usable:\n${lines.join('\n')}`)
  }
  return Object.fromEntries(entries.map(({ name, parsed }) => [name, parsed.data])) as Settings
}
