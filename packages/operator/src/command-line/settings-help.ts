/** What `--help` says after the commands: the settings, where output goes, and the exit codes. */
export const settingsHelp = `
Settings (environment):
  DATABASE_URL                  a Postgres database; for an embedded one use --data-dir instead
  AFFILIATE_WORKSPACE           the workspace of commands without --workspace (default: that of context use)
  AFFILIATE_APP                 the app of commands without --app (default: that of context use)
  DATABASE_POOL_SIZE            connections to Postgres per process (default: 10)
  DATABASE_READ_URL             a streaming standby that serves lists and single records
  DATABASE_READ_LAG_SECONDS     how far it may be behind (default: 5)
  HOST, PORT                    where to listen (default: 127.0.0.1, 4010)
  ADMIN_PORT, ADMIN_HOST        where to serve /metrics, /readyz, /livez (default: nowhere, 127.0.0.1)
  LOG_LEVEL                     trace, debug, info, warn, error or silent
  IDENTIFY_REQUESTS_PER_MINUTE  requests a minute per workspace or MCP key (default: 1200)
  RECEIPTS_MONTHS               months that receipts are kept (default: 24)
  CLIENT_ADDRESS_HEADER         header in which your proxy tells the client's address (default: none)
  CLIENT_COUNTRY_HEADER         header in which your proxy tells the client's country (default: none)
  CONSOLE_ORIGIN                where operators reach the console (default: serve has none)
  MCP_ALLOWED_HOSTS             host names under which /mcp can be reached (default: this machine's)
  SECURITY_CONTACT              https or mailto URL for /.well-known/security.txt (default: none)
  PARTNER_API_TOKEN             token for sales connect, and for apps without a stored one
  PARTNER_API_ORIGIN            where the Partner API is (default: https://partners.shopify.com)
  SMTP_URL, MAIL_FROM           where mail is sent by, and who it is from (default: none is sent)
  WEBHOOK_PRIVATE_NETWORKS      networks of your own that webhooks may be sent to (default: none)
  AFFILIATE_SECRET_KEY          32 bytes in base64, used to encrypt stored tokens and webhook secrets
  AFFILIATE_OLD_SECRET_KEY      the one before, for sales reencrypt
  SALES_IMPORT_MINUTES          how often serve and dev import sales of connected apps (default: never)

Data goes to standard output (--json: one JSON document), messages go to standard error. Nothing is coloured.
A list shows up to --limit rows and says how to continue, with --cursor or --after.

Exit codes:
  0  done
  1  failed: nothing was done, unless the message says otherwise; it says why and what to do
  2  wrong usage or settings: nothing was done
  3  outcome unknown: the connection was lost while the change was being saved; the message says how to find out`
