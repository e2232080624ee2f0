import { operations } from '@affiliate-platform/contract'
import { listSources } from '@affiliate-platform/platform/list-sources'
import {
  closeProgram,
  createProgram,
  reopenProgram,
  updateProgram,
} from '@affiliate-platform/platform/programs'
import { act, flag, type NounPlan, required } from '../command-line/act.ts'
import { chooseApp } from '../command-line/choose-workspace.ts'
import { describeNamesakes, withNamesakes } from '../command-line/namesakes.ts'
import { UsageError } from '../command-line/operator-error.ts'
import { parseDayOfMonth, parseText } from '../command-line/parse-value.ts'
import { listRecords } from '../command-line/record-list.ts'
import { recordFlag } from '../command-line/record-name.ts'
import { toCommandLine } from '../command-line/to-command-line.ts'
import { showWithTerms } from '../terms/show-record.ts'

interface CreateFlags {
  readonly app?: string
  readonly name: string
}

const name = required('--name <name>', 'what to call it; payouts are listed under it', parseText)

export const programsCommands: NounPlan = {
  name: 'programs',
  description: 'create, change, close, show and list the programs of an app',
  commands: [
    act<CreateFlags>()({
      name: 'create',
      description: 'create a program and print its id',
      examples: ["programs create --name 'Bright Partners'", 'programs create --app "$app" --name Agencies'],
      options: [recordFlag('app', 'app of the program (default: the only one of the workspace)'), name],
      run: async ({ database, workspaceId, flags }) => {
        const appId = await chooseApp(database, workspaceId, flags.app)
        const record = await createProgram(database, { workspaceId, appId, name: flags.name })
        return await withNamesakes(database, 'program', {
          record,
          scope: { workspace: workspaceId, app: appId },
        })
      },
      missing: 'The workspace has no such app. See apps list.',
      done: ({ name, namesakes }) =>
        `Program ${name} was created.${describeNamesakes('program', namesakes, 'programs rename')}`,
    }),
    act<{ name: string }>()({
      name: 'rename',
      of: 'program',
      description: 'rename a program, in the lists of earlier payouts too',
      examples: ['programs rename "$program" --name Agencies'],
      options: [name],
      run: ({ database, workspaceId, id, flags }) =>
        updateProgram(database, { workspaceId, id }, { name: flags.name }),
      done: (program) => `The program is now called ${program.name}.`,
    }),
    act<{ payDay?: number | false; publicPage?: boolean }>()({
      name: 'update',
      of: 'program',
      description: 'change a program',
      examples: [
        'programs update "$program" --pay-day 15',
        'programs update "$program" --no-pay-day',
        'programs update "$program" --public-page --as ada',
      ],
      options: [
        flag(
          '--pay-day <day>',
          'day of the month on which its members are paid; 31 is the last one of each month',
          parseDayOfMonth,
        ),
        flag('--no-pay-day', 'promise none'),
        flag('--public-page', 'let anybody read its terms and apply, at /portal/join/<program>'),
        flag('--no-public-page', 'show it to nobody, and take no applications'),
      ],
      run: async ({ database, workspaceId, id, flags: { payDay, publicPage: hasPublicPage } }) => {
        if (payDay === undefined && hasPublicPage === undefined) {
          throw new UsageError('Say what to change: --pay-day, --public-page, or either with --no-.')
        }
        const changes = { payDay: payDay === undefined ? undefined : payDay || null, hasPublicPage }
        return await updateProgram(database, { workspaceId, id }, changes)
      },
      done: ({ id, name, payDay, hasPublicPage }) => {
        const days =
          payDay === null
            ? `${name} has no pay day.`
            : `The members of ${name} are paid on day ${payDay} of each month.`
        const page = hasPublicPage ? `Its public page is /portal/join/${id}.` : 'It has no public page.'
        return `${days} ${page}`
      },
    }),
    act<{ reason: string }>()({
      name: 'close',
      of: 'program',
      description: 'accept no new groups, memberships or referrals; everything else goes on',
      examples: [`programs close "$program" --reason 'The app was sold'`],
      options: [required('--reason <text>', 'why', parseText)],
      run: ({ database, workspaceId, id, flags: { reason } }) =>
        closeProgram(database, { workspaceId, id, reason }),
      done: ({ name, closedReason }) => `Program ${name} is closed: ${closedReason}.`,
    }),
    act()({
      name: 'reopen',
      of: 'program',
      description: 'accept new groups, memberships and referrals again',
      examples: ['programs reopen "$program"'],
      run: ({ database, workspaceId, id }) => reopenProgram(database, { workspaceId, id }),
      done: ({ name }) => `Program ${name} is open.`,
    }),
    showWithTerms(
      'getProgram',
      (id, flags) => `Groups and members: ${toCommandLine(`memberships list --program ${id}`, flags)}`,
    ),
    listRecords({
      list: operations.listPrograms,
      source: listSources.listPrograms,
      description: 'list the programs of an app, newest first',
      examples: ['programs list', 'programs list --app "$app" --status active --json'],
      searched: 'name',
      toRecord: ({ id, name, status, created_at_ms, closed_at, pay_day }, app) => ({
        ...{ id, name, status, createdAt: new Date(created_at_ms), closedAt: closed_at },
        payDay: pay_day,
        ...app,
      }),
    }),
  ],
}
