import { text } from '../../lib/openapi-notes.ts'
import { bounded, describeRecord } from '../definitions/record.docs.ts'
import { listProgramsDocs } from '../lists/list-programs.docs.ts'
import { exampleTerms, termsComponent } from '../parts/terms-timeline.docs.ts'
import { getProgram } from './get-program.ts'

const [row] = listProgramsDocs.examples.responses.lastPage.value.items

/** The words on reading a program, and its example. */
export const getProgramDocs = describeRecord(getProgram, {
  tag: listProgramsDocs.tag,
  summary: 'Read a program',
  description: "Reads a program of the caller's app: its row in the list, and its terms versions.",
  members: {
    programId: { description: 'The same as `id`.' },
    createdAt: text('When it was created.'),
    terms: bounded('The terms versions of the program, the latest to take effect first'),
  },
  components: termsComponent,
  id: row?.id ?? '',
  responses: {
    active: { summary: 'A program with terms in force', value: { ...row, terms: exampleTerms } },
  },
})
