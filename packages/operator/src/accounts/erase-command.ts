import { erasePerson } from '@affiliate-platform/platform/erasure'
import { flag } from '../command-line/act.ts'
import { change } from '../command-line/change-command.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { describeOpen } from './describe-open.ts'
import { emailArgument, findByEmail, unknownEmail } from './find-by-email.ts'

/** `accounts erase` (D447). */
export const accountEraseCommand = change<{ readonly dryRun?: boolean }>()({
  name: 'erase',
  argument: emailArgument(),
  description:
    'erase a person permanently, and every member for whom they alone act; an operator loses the members and stays',
  examples: ['accounts erase mia@example.com --dry-run', 'accounts erase mia@example.com --as ada'],
  options: [flag('--dry-run', 'say what would be erased and what stays; save nothing')],
  toChange: ({ id: email, flags: { dryRun: isDryRun = false }, actor }) => ({
    run: async (database, workspaceId) => {
      const { id: accountId, name } = await findByEmail(database, workspaceId, email)
      const erasure = await erasePerson(database, { workspaceId, accountId, actor, isDryRun })
      if (erasure === undefined) throw new OperatorError(unknownEmail)
      const message = [
        ...(isDryRun ? ['Nothing was erased: --dry-run.'] : []),
        erasure.isErased ? `${name} is erased.` : `${name} is an operator, and stays: accounts revoke first.`,
        ...erasure.erased.map(
          (member) => `${member.name} in ${member.programName} is erased. ${describeOpen(member)}`,
        ),
        ...erasure.left.map((id) => `The membership ${id} stays: others act for it too.`),
      ].join('\n')
      return { value: accountId, record: { ...erasure, isDryRun }, message }
    },
  }),
})
