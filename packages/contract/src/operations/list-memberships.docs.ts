import { text } from '../lib/openapi-notes.ts'
import { listMemberships } from './list-memberships.ts'
import { describeSection } from './section.docs.ts'

const programId = '0199f0c2-1b00-7a11-8a01-5d6e7f8091a2'
const groupId = '0199f0c2-1c00-7a11-8a01-5d6e7f8091a2'

/** The words on listing memberships, and its examples. */
export const listMembershipsDocs = describeSection(listMemberships, {
  tag: { name: 'Memberships', description: 'Who is paid, and by which program.' },
  records: 'memberships',
  rows: 'memberships',
  names: { row: 'MembershipSummary', page: 'MembershipsPage' },
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
            id: '0199f0c2-1c40-7b22-9b02-6e7f8091a2b3',
            kind: 'memberships',
            appId: '0199f0c2-1a00-7900-8900-4c5d6e7f8091',
            programId,
            groupId,
            name: 'Agency partners',
            status: 'active',
            memberName: 'Harbour Studio',
          },
        ],
        nextCursor: null,
      },
    },
  },
})
