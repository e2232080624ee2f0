import { text } from '../../lib/openapi-notes.ts'
import { exampleIds, exampleRow } from '../definitions/example-row.ts'
import { describeList } from '../definitions/list.docs.ts'
import { listMemberships } from './list-memberships.ts'

const { groupId, membershipId } = exampleIds

/** The words on listing memberships, and its examples. */
export const listMembershipsDocs = describeList(listMemberships, {
  tag: { name: 'Memberships', description: 'Who is paid, and by which program.' },
  row: {
    description: 'One membership in a list. Further members may come.',
    members: {
      groupId: text('The group that the membership is in now; null for none.'),
      memberName: text('Who is paid.'),
    },
  },
  searched: 'the member name or the program name',
  states: {
    suspended: 'the membership was suspended',
    closed: 'the membership was closed',
    active: 'terms of the membership, of its group or of its program are in force',
    without_terms: 'none of them has terms in force',
  },
  exampleStatus: 'active',
  queries: {
    everything: { summary: 'No filter: the newest 50 memberships', value: {} },
    ofGroup: {
      summary: 'Memberships of one group that are suspended',
      value: { groupId, status: 'suspended' },
    },
  },
  responses: {
    lastPage: {
      summary: 'The last page',
      value: {
        items: [
          {
            ...exampleRow('memberships', { id: membershipId, groupId, status: 'active' }),
            memberName: 'Harbour Studio',
          },
        ],
        nextCursor: null,
      },
    },
  },
})
