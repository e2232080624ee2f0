import { text } from '../../lib/openapi-notes.ts'
import { bounded, describeRecord } from '../definitions/record.docs.ts'
import { listGroupsDocs } from '../lists/list-groups.docs.ts'
import { exampleTerms } from '../parts/terms-timeline.docs.ts'
import { getGroup } from './get-group.ts'

const [row] = listGroupsDocs.examples.responses.lastPage.value.items

/** The words on reading a group, and its example. */
export const getGroupDocs = describeRecord(getGroup, {
  tag: listGroupsDocs.tag,
  summary: 'Read a group',
  description: "Reads a group of the caller's app: its row in the list, and the terms versions of its own.",
  members: {
    groupName: text('The name of the group.'),
    memberships: text('How many memberships are in it now.'),
    createdAt: text('When it was created.'),
    allowManualClaims: text('Whether shops may be claimed by hand; null leaves it to the terms.'),
    terms: bounded('The terms versions of the group itself, the latest to take effect first'),
  },
  id: row?.id ?? '',
  responses: {
    ownTerms: {
      summary: 'A group with terms of its own',
      value: {
        ...row,
        createdAt: '2026-03-01T09:30:00.000Z',
        allowManualClaims: null,
        terms: exampleTerms,
      },
    },
  },
})
