import {
  createLink,
  type LinkClicks,
  type LinkRejection,
  type ListedLink,
  listLinks,
  readClicks,
} from '@affiliate-platform/platform/links'
import { flag, type NounPlan } from '../command-line/act.ts'
import { change } from '../command-line/change-command.ts'
import { list } from '../command-line/list-command.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseCode } from '../command-line/parse-url.ts'
import { parseText } from '../command-line/parse-value.ts'
import { recordFlag } from '../command-line/record-name.ts'
import { show } from '../command-line/show-command.ts'
import { formatTable } from '../command-line/table.ts'

const rejections: Readonly<Record<LinkRejection, string>> = {
  unknown_membership: 'The workspace has no such membership. See memberships list.',
  app_without_slug: 'The app has no address for links yet: set --slug and --listing-url with apps update.',
  code_taken: '--code: A member of this app has it already, and keeps it. Choose another one.',
}

const linkCreateCommand = change<{ readonly code?: string; readonly label?: string }>()({
  name: 'create',
  of: 'membership',
  description: 'make a link of a membership and print its address on the service; earlier ones go on working',
  examples: [
    'links create "$membership"',
    `links create "$membership" --code mia --label 'newsletter' --as mia`,
  ],
  options: [
    flag('--code <code>', "the last part of the address (default: made from the member's name)", parseCode),
    flag('--label <text>', 'what the member uses it for', parseText),
  ],
  toChange: ({ id: membershipId, flags: { code, label = null }, actor }) => ({
    run: async (database, workspaceId) => {
      const created = await createLink(database, { workspaceId, membershipId, code, label, actor })
      if (!created.ok) throw new OperatorError(rejections[created.rejection])
      const { link, isNew } = created
      return {
        value: link.path ?? link.id,
        record: link,
        message: isNew
          ? `${link.memberName} has this link, behind the address of the service.`
          : `${link.memberName} has this link already; another one takes --code. Nothing was changed.`,
      }
    },
  }),
})

const listCommand = list<{ readonly membership?: string }>()({
  description: 'list the links of members, oldest first, with the clicks and visitors of the last 30 days',
  examples: ['links list', 'links list --membership "$membership" --json'],
  options: [recordFlag('membership', 'only those of this membership')],
  first: ['path', 'memberName', 'clicks'],
  toTableRow: ({ id, path, memberName, label, clicks, visitors, createdAt }: ListedLink) => ({
    path,
    memberName,
    clicks,
    visitors,
    label,
    createdAt,
    id,
  }),
  find: ({ database, workspaceId, flags: { membership: membershipId }, page }) =>
    listLinks(database, { workspaceId, membershipId }, page),
  toAfter: ({ id }) => id,
})

const clicksCommand = show<object>()({
  name: 'clicks',
  of: 'link',
  description:
    'tell where the clicks of the last 30 days on a link came from: sub-id, country, referring page',
  examples: ['links clicks "$link"', 'links clicks "$link" --json'],
  find: async ({ database, workspaceId, id }) => {
    const found = await readClicks(database, { workspaceId, linkId: id })
    return found && { record: found, text: describeClicks(found) }
  },
})

function describeClicks({ clicks, visitors, bySubId, byCountry, byReferringHost }: LinkClicks): string {
  const parts = [
    ['By sub-id', bySubId],
    ['By country', byCountry],
    ['By referring page', byReferringHost],
  ] as const
  return [
    `${clicks} clicks of ${visitors} visitors in the last 30 days\n`,
    ...parts.flatMap(([title, counts]) =>
      counts.length === 0 ? [] : [`\n${title}\n${formatTable(counts).text}`],
    ),
  ].join('')
}

/** `links create`, `links list` and `links clicks`. */
export const linksCommands: NounPlan = {
  name: 'links',
  description: 'make and list the links that members share, and who followed them',
  commands: [linkCreateCommand, listCommand, clicksCommand],
}
