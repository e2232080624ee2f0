import { text } from '../../lib/openapi-notes.ts'
import { exampleIds, exampleRow } from '../definitions/example-row.ts'
import { describeList } from '../definitions/list.docs.ts'
import { listGroups } from './list-groups.ts'
import { listProgramsDocs } from './list-programs.docs.ts'

const { programId, groupId } = exampleIds

/** The words on listing groups, and its examples. */
export const listGroupsDocs = describeList(listGroups, {
  tag: listProgramsDocs.tag,
  row: {
    description: 'One group in a list. Further members may come.',
    members: {
      groupName: text('The name of the group.'),
      memberships: text('How many memberships are in the group now.'),
    },
  },
  searched: 'the group name or the program name',
  states: {
    own_terms: 'terms of the group are in force',
    inherited_terms: "terms of the group's program are in force",
    no_terms: 'neither has terms in force',
  },
  exampleStatus: 'own_terms',
  queries: {
    everything: { summary: 'No filter: the newest 50 groups', value: {} },
    ofProgram: { summary: 'Groups of one program, ten to a page', value: { programId, limit: '10' } },
  },
  responses: {
    lastPage: {
      summary: 'The last page',
      value: {
        items: [
          {
            ...exampleRow('groups', { id: groupId, status: 'own_terms' }),
            groupName: 'Gold',
            memberships: 12,
          },
        ],
        nextCursor: null,
      },
    },
  },
})
