import { type Operation, parseBody } from '@affiliate-platform/contract'
import { type Caller, type Cursors, type Handlers, ServiceError } from '@affiliate-platform/contract/server'
import type { RequestContext } from '@affiliate-platform/platform/database'
import type { ToolAnnotations } from '@modelcontextprotocol/server'
import * as z from 'zod'

export interface ToolSources {
  /** Of the operations that a tool stands for, by their names. */
  readonly handlers: Handlers<Readonly<Record<string, Operation>>, RequestContext>
  readonly cursors: Cursors
}

/** Who calls a tool, and what the call shares with its admission. */
export interface ToolRequest extends ToolSources {
  readonly requestId: string
  readonly caller: Caller
  readonly context: RequestContext
}

export type ObjectSchema = { readonly type: 'object' } & Readonly<Record<string, unknown>>

/** What a client may do with a tool without asking: hints of the protocol, all of them said. */
export type ToolHints = Readonly<Required<Omit<ToolAnnotations, 'title'>>>

/** A tool of the Model Context Protocol. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: ObjectSchema
  /** What its result holds. It is not announced: all of them together are longer than everything else (D365). */
  readonly output: z.core.$ZodType
  readonly annotations: ToolHints
  /**
   * Calls it.
   *
   * @throws ServiceError for every expected error
   */
  run(request: ToolRequest, args: unknown): Promise<object>
}

/** Nothing changes, whatever the arguments are. */
export const readOnly: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

export interface ToolDefinition<Input extends z.core.$ZodType, Output extends z.core.$ZodType>
  extends Pick<Tool, 'name' | 'title' | 'description'> {
  readonly input: Input
  readonly output: Output
  /** Default: it only reads. */
  readonly annotations?: ToolHints
  readonly run: (request: ToolRequest, input: z.output<Input>) => Promise<z.input<Output> & object>
}

/** Defines a tool. Its arguments are checked by its schema before it runs: every fault at once, none with its value. */
export function defineTool<Input extends z.core.$ZodType, Output extends z.core.$ZodType>(
  definition: ToolDefinition<Input, Output>,
): Tool {
  const { input, annotations = readOnly, run, ...rest } = definition
  return {
    ...rest,
    annotations,
    inputSchema: toObjectSchema(input),
    run: (request, args) => run(request, parseArguments(input, args)),
  }
}

/** Takes a number where text is expected: some clients parse all that looks like one. */
export const textOrNumber = <Schema extends z.ZodType<string>>(schema: Schema) =>
  z.preprocess((value) => (typeof value === 'number' ? String(value) : value), schema)

/** Checks the arguments of a call. */
export function parseArguments<Schema extends z.core.$ZodType>(
  schema: Schema,
  args: unknown,
): z.output<Schema> {
  const checked = parseBody(schema, args)
  if (checked.ok) return checked.value
  throw new ServiceError('invalid_request', 'The arguments do not have the required form.', {
    issues: checked.issues,
  })
}

/** The JSON Schema of arguments, in the words that every client understands. */
export function toObjectSchema(schema: z.core.$ZodType): ObjectSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      // The format of an id or an instant says all that its pattern says.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern
    },
  })
  return { ...json, type: 'object' }
}
