import { readSalesStatus, type SalesStatus } from '@affiliate-platform/platform/sales'
import { chooseApp } from '../command-line/choose-workspace.ts'
import { formatCount } from '../command-line/format-count.ts'
import { show } from '../command-line/show-command.ts'
import { appOption } from './app-option.ts'

export const statusCommand = show<{ app?: string }>()({
  name: 'status',
  description:
    'show where the sales of an app come from, how far they have been read, and what could not be read',
  examples: ['sales status', 'sales status --json'],
  options: [appOption],
  find: async ({ database, workspaceId, flags }) => {
    const appId = await chooseApp(database, workspaceId, flags.app)
    const status = await readSalesStatus(database, { workspaceId, appId })
    return { record: status, text: `${describeStatus(status).join('\n')}\n` }
  },
})

function describeStatus({ source, connection, lastRun, ...rest }: SalesStatus): readonly string[] {
  const { backfills, unposted, misplaced, setAside } = rest
  // Nothing but a connection reads the history of a shop.
  const toRead = connection === null ? '' : `${formatCount(backfills, 'shop')} to be read, `
  return [
    `source:      ${source ?? 'none yet'}`,
    ...(connection === null ? ['connection:  none; see sales connect'] : describeConnection(connection)),
    ...(lastRun === null
      ? []
      : [
          `last run:    ${lastRun.id}, ${lastRun.result ?? 'unfinished'}, ${formatCount(lastRun.pages, 'page')}, ${formatCount(lastRun.read, 'row')}`,
        ]),
    `waiting:     ${toRead}${formatCount(unposted, 'sale')} to be posted`,
    ...misplaced.map(
      ({ platformId, shopDomain, namedDomain }) =>
        `other shop:  ${platformId} counts for ${shopDomain}, its source names ${namedDomain}; see sales move`,
    ),
    ...setAside.map(
      ({ reason, currency, rows, gross }) =>
        `set aside:   ${rows} ${reason}, gross ${gross} ${currency ?? 'without a currency'}`,
    ),
  ]
}

function describeConnection(connection: NonNullable<SalesStatus['connection']>): readonly string[] {
  const { organizationId, platformAppId, apiVersion, keepsToken, lastFailure } = connection
  return [
    `connection:  organization ${organizationId}, app ${platformAppId}, version ${apiVersion}, token ${keepsToken ? 'stored' : 'not stored'}`,
    `read until:  ${connection.salesReadUntil}${connection.isReading ? ', being read' : ''}`,
    `installs:    ${connection.installsReadUntil ?? 'none yet'}`,
    `next pass:   ${connection.nextPassAt}, if serve imports by itself`,
    ...(lastFailure === null ? [] : [`failure:     ${lastFailure}`]),
  ]
}
