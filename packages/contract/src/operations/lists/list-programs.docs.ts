import { text } from '../../lib/openapi-notes.ts'
import { exampleIds, exampleRow } from '../definitions/example-row.ts'
import { describeList } from '../definitions/list.docs.ts'
import { listPrograms } from './list-programs.ts'

const nextCursor = 'djF-b3BhcXVlLWFuZC1zaWduZWQtZXhhbXBsZS1vZi1hLWN1cnNvcg'

/** The words on listing programs, and its examples. */
export const listProgramsDocs = describeList(listPrograms, {
  tag: { name: 'Programs', description: 'Programs and their groups.' },
  row: {
    description: 'One program in a list. Further members may come.',
    members: {
      programId: text('The same as `id`.'),
      createdAt: text('When the program was created.'),
    },
  },
  searched: 'the name of the program',
  states: {
    active: 'terms of the program are in force',
    scheduled: 'terms of the program take effect later',
    draft: 'the program has no terms',
  },
  exampleStatus: 'active',
  queries: {
    everything: { summary: 'No filter: the newest 50 programs', value: {} },
    active: { summary: 'Programs with terms in force', value: { status: 'active' } },
    nextPage: { summary: 'The page after the first one', value: { cursor: nextCursor } },
  },
  responses: {
    lastPage: {
      summary: 'The last page',
      value: {
        items: [
          {
            ...exampleRow('programs', { id: exampleIds.programId, status: 'active' }),
            createdAt: '2026-03-01T09:30:00.000Z',
          },
        ],
        nextCursor: null,
      },
    },
  },
})
