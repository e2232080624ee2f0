import * as limits from '../../lib/limits.ts'
import type { OperationDocs } from '../definitions/operation.docs.ts'
import { identificationSchema, identifyComponents, identifyProblemSchema } from './identify.components.ts'
import { identifyExamples } from './identify.examples.ts'

/** The words on identifying a contact. */
export const identifyDocs = {
  tag: { name: 'Identify', description: 'Business contacts of shops.' },
  summary: "Identify a shop's business contact",
  description:
    'Stores the business contact of a shop, read from the platform with a transient token or sent by the caller, ' +
    'and with a token registers a watch on the uninstall of the app. Safe to repeat. Without a ' +
    'token no watch is asked for. A call succeeded only with a 2xx status and `ok: true`. The body may have at most ' +
    `${limits.bodyBytesMax} bytes.`,
  body: identificationSchema,
  problem: identifyProblemSchema,
  success: { description: 'The contact is stored.' },
  components: identifyComponents,
  examples: identifyExamples,
} satisfies OperationDocs
