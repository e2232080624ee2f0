import { type AddressRejection, changeAddress, keepAddress } from '@affiliate-platform/platform/addresses'
import { listAddressChanges } from '@affiliate-platform/platform/people'
import { type AddCommand, act, required } from '../command-line/act.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseText } from '../command-line/parse-value.ts'
import { emailArgument, findByEmail, parseEmail, unknownEmail } from './find-by-email.ts'

const rejections: Readonly<Partial<Record<AddressRejection, string>>> = {
  same: 'They have this address already.',
  taken: 'Somebody else has this address, or can still take it back.',
}

const changeCommand = act<{ readonly to: string; readonly reason: string }>()({
  name: 'change-address',
  argument: emailArgument(),
  description:
    'say which address a person has who cannot read mail at theirs any more: serve sends it a link and tells the one before; ' +
    'it counts once the link was used, and not before three days have passed',
  examples: [
    `accounts change-address mia@example.com --to mia@example.org --reason 'lost her mailbox, called us back'`,
  ],
  options: [
    required('--to <email>', 'the new address', parseEmail),
    required('--reason <text>', 'how it is known to be theirs', parseText),
  ],
  run: async ({ database, workspaceId, id: email, flags: { to, reason } }) => {
    const { id: accountId, name } = await findByEmail(database, workspaceId, email)
    const changed = await changeAddress(database, { workspaceId, accountId, email: to, by: { reason } })
    if (!changed.ok) throw new OperatorError(rejections[changed.rejection] ?? unknownEmail)
    return { name, ...changed.change }
  },
  done: ({ name, email, appliesFrom }) =>
    `serve sends ${email} a link, and tells the address before. Once the link was used, ${name} signs in with ${email} from ${appliesFrom.toISOString()} on. To stop it: accounts keep-address`,
})

const keepCommand = act<object>()({
  name: 'keep-address',
  argument: emailArgument(),
  description: 'let a person keep their address: one that waits to take its place does not',
  examples: ['accounts keep-address mia@example.com', 'accounts keep-address mia@example.com --as ada'],
  run: async ({ database, workspaceId, id: email }) => {
    const { id, name } = await findByEmail(database, workspaceId, email)
    return { id, name, isStopped: await keepAddress(database, { workspaceId, accountId: id }) }
  },
  done: ({ name, isStopped }) =>
    isStopped ? `${name} keeps their address.` : `No other address of ${name} waits. Nothing was changed.`,
})

const listCommand = act<object>()({
  name: 'addresses',
  argument: emailArgument(),
  description: 'list which addresses a person has had since when, and which one waits',
  examples: ['accounts addresses mia@example.com', 'accounts addresses mia@example.com --json'],
  run: async ({ database, workspaceId, id: email }) => {
    const { id } = await findByEmail(database, workspaceId, email)
    return { id, changes: await listAddressChanges(database, { workspaceId, accountId: id }) }
  },
  done: ({ changes }) =>
    changes.length === 0
      ? 'It was never changed.'
      : changes
          .map(({ formerEmail, email, ...change }) => `${formerEmail} → ${email}: ${describe(change)}`)
          .join('\n'),
})

type Change = Awaited<ReturnType<typeof listAddressChanges>>[number]

function describe({
  appliedAt,
  endedAt,
  provedAt,
  appliesFrom,
  reason,
}: Omit<Change, 'formerEmail' | 'email'>): string {
  const by = reason === null ? '' : ` (by an operator: ${reason})`
  if (endedAt !== null) {
    return `${appliedAt === null ? 'stopped' : 'taken back'} on ${endedAt.toISOString()}${by}`
  }
  if (appliedAt !== null) return `since ${appliedAt.toISOString()}${by}`
  const waits = provedAt === null ? 'waits for the link that was sent to it' : 'its link was used'
  return `${waits}; from ${appliesFrom.toISOString()} on${by}`
}

/** `accounts change-address`, `accounts keep-address` and `accounts addresses` (D453). */
export const addressCommands: readonly AddCommand[] = [changeCommand, keepCommand, listCommand]
