import { text } from '../../lib/openapi-notes.ts'
import { bounded, describeRecord } from '../definitions/record.docs.ts'
import { listMembershipsDocs } from '../lists/list-memberships.docs.ts'
import { exampleTerms } from '../parts/terms-timeline.docs.ts'
import { getMembership, termsInForceSchema } from './get-membership.ts'

const [version] = exampleTerms.items
const [row] = listMembershipsDocs.examples.responses.lastPage.value.items

/** The words on reading a membership, and its example. */
export const getMembershipDocs = describeRecord(getMembership, {
  tag: listMembershipsDocs.tag,
  summary: 'Read a membership',
  description:
    "Reads a membership of the caller's app: its row in the list, the terms that apply to it now, and the terms versions of its own.",
  members: {
    groupId: text('The group that the membership is in now; null for none.'),
    memberName: text('Who is paid.'),
    createdAt: text('When it was created.'),
    allowManualClaims: text(
      'Whether shops may be claimed by hand; null leaves it to the group and the terms.',
    ),
    termsInForce: text('The terms that apply to the membership now; null if none are in force.'),
    terms: bounded('The terms versions of the membership itself, the latest to take effect first'),
  },
  components: {
    TermsInForce: {
      schema: termsInForceSchema,
      description: 'The terms that apply to a membership. Further members may come.',
      members: {
        id: text('Id of the version.'),
        from: {
          description: 'Whose version it is: the nearest that has one in force.',
          examples: ['membership', 'group', 'program'],
        },
        effectiveAt: text('When it takes effect.'),
        rules: text('The rules as saved.'),
      },
    },
  },
  id: row?.id ?? '',
  responses: {
    inherited: {
      summary: 'A membership to which the terms of its program apply',
      value: {
        ...row,
        groupId: null,
        createdAt: '2026-03-02T08:00:00.000Z',
        allowManualClaims: null,
        termsInForce: {
          id: version?.id,
          from: 'program',
          effectiveAt: version?.effectiveAt,
          rules: version?.rules,
        },
        terms: { items: [], total: 0 },
      },
    },
  },
})
