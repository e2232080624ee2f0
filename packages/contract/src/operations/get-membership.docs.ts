import { text } from '../lib/openapi-notes.ts'
import { bounded, describeDetail } from './detail.docs.ts'
import { getMembership, termsInForceSchema } from './get-membership.ts'
import { exampleTerms } from './terms-timeline.docs.ts'

const [version] = exampleTerms.items
const id = '0199f0c2-1c40-7b22-9b02-6e7f8091a2b3'

/** The words on reading a membership, and its example. */
export const getMembershipDocs = describeDetail(getMembership, {
  tag: { name: 'Memberships', description: 'Who is paid, and by which program.' },
  summary: 'Read a membership',
  description:
    "Reads a membership of the caller's app: its row in the list, the terms that apply to it now, and the terms versions of its own.",
  name: 'MembershipDetail',
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
  id,
  responses: {
    inherited: {
      summary: 'A membership to which the terms of its program apply',
      value: {
        id,
        kind: 'memberships',
        appId: '0199f0c2-1a00-7900-8900-4c5d6e7f8091',
        programId: '0199f0c2-1b00-7a11-8a01-5d6e7f8091a2',
        groupId: null,
        name: 'Agency partners',
        status: 'active',
        memberName: 'Harbour Studio',
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
