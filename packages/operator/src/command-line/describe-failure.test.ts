import { CommitUnknownError, UnusableDatabaseError } from '@affiliate-platform/platform/database'
import { expect, test } from 'vitest'
import { describeFailure } from './describe-failure.ts'
import { OperatorError } from './operator-error.ts'

const databaseError = (code: string) =>
  Object.assign(new Error('row (4711) of postgres'), { code, severity: 'ERROR' })

const fatalError = (message: string, severity = 'FATAL') =>
  Object.assign(new Error(message), { code: '28000', severity })

test.each([
  ['an expected failure', new OperatorError('Do this.'), 'Do this.'],
  ['an unreachable server', databaseError('ECONNREFUSED'), 'The database cannot be reached.'],
  ['a wrong password', databaseError('28P01'), 'The database cannot be reached.'],
  ['an unknown database', databaseError('3D000'), 'The server has no database of this name.'],
  ['a lock that is held', databaseError('55P03'), 'Another process has locked what is to be changed.'],
  ['a user without rights', databaseError('42501'), 'This database user is not allowed to do that.'],
  [
    'a pooler that mixes up statements [D72]',
    new UnusableDatabaseError('It does.', 'Use another.', {}),
    'Use another.',
  ],
  ['a server that says why', fatalError('no such user'), 'The database cannot be reached ("no such user").'],
  [
    'a server that says so in another language',
    fatalError('нет', 'ВАЖНО'),
    'The database cannot be reached ("нет").',
  ],
  ['a lost commit', new CommitUnknownError('lost'), 'it may or may not have happened.'],
  ['a mistake of ours', databaseError('42703'), 'Internal error.'],
])('tells what to do about %s, and nothing of a row', (_what, error, words) => {
  expect(describeFailure(error)).toContain(words)
  expect(describeFailure(error)).not.toContain('4711')
})
