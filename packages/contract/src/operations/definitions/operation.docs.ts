import type * as z from 'zod/mini'
import type { oas31 } from 'zod-openapi'
import type { ResponseHeaderName } from '../../lib/openapi-headers.ts'
import type { Component } from '../../lib/openapi-notes.ts'
import type { Example, Rejections } from '../../lib/openapi-rejections.ts'

/** The examples of an operation: requests or queries, responses, and one problem document for each error code. */
export interface OperationExamples {
  readonly requests?: Readonly<Record<string, Example<unknown>>>
  readonly queries?: Readonly<Record<string, Example<Readonly<Record<string, string>>>>>
  readonly responses: Readonly<Record<string, Example<unknown>>>
  readonly rejections: Rejections
}

/** A parameter as the document has it. It has a name of its own, so that declarations can say it. */
export interface ParameterWords extends oas31.ParameterObject {}

/** The words on an operation, which only the OpenAPI document needs. */
export interface OperationDocs {
  /** The group of operations that it belongs to. */
  readonly tag: { readonly name: string; readonly description: string }
  /** What it does, in one line. */
  readonly summary: string
  readonly description: string
  readonly parameters?: ParameterWords[]
  /** The schema of the body as generators understand it, where that is another one than the operation's. */
  readonly body?: z.core.$ZodType
  /** The schema of its problem documents, where they have more than others. */
  readonly problem?: z.core.$ZodType
  readonly success: {
    readonly description: string
    readonly occasionalHeaders?: readonly ResponseHeaderName[]
  }
  /** When each state of a list's rows holds, in the order in which they are tried. */
  readonly states?: Readonly<Record<string, string>>
  /** The schemas that the document names. */
  readonly components: Readonly<Record<string, Component>>
  readonly examples: OperationExamples
}
