import { listOperations, type Operation, operations } from '@affiliate-platform/contract'
import * as z from 'zod'
import { type Operation as Described, type Parameter, readDocument } from '../docs/reference/document.ts'
import { addNames } from './add-names.ts'
import { pageArguments } from './list-apps.ts'
import { runForApp } from './run-for-app.ts'
import { parseArguments, readOnly, type Tool, textOrNumber, toObjectSchema } from './tool.ts'

/** The app is no filter here: a workspace has several. */
export const appIdSchema = z.guid().toLowerCase().describe('The app, as list_apps names it.')

const cursorProperty = Object(toObjectSchema(z.strictObject(pageArguments))['properties']).cursor

const appArgument = toObjectSchema(z.strictObject({ appId: appIdSchema }))

/** `explain` does the same, and explains a whole payout too. */
const otherExplainer = operations.explainPayout.id

/** A tool for every operation of the interface that reads an app's records: `listPayouts` is `list_payouts`. */
export function createOperationTools(): readonly Tool[] {
  const { paths } = readDocument()
  return Object.values<Operation>(operations)
    .filter(
      ({ id, method, sources }) => method === 'GET' && sources.includes('affiliate') && id !== otherExplainer,
    )
    .flatMap((operation) => {
      const described = paths[operation.path.replace(/:(\w+)/g, '{$1}')]?.['get']
      return described === undefined ? [] : [createOperationTool(operation, described)]
    })
}

function createOperationTool(operation: Operation, described: Described): Tool {
  const { parameters = [], summary, description } = described
  const own = parameters.filter(({ name, in: place }) => name !== 'appId' && place !== 'header')
  const list = listOperations.find(({ id }) => id === operation.id)
  const isList = list !== undefined
  const schema = toArgumentSchema(own, list?.statuses)
  return {
    name: operation.id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    title: summary,
    // The contract's own words on a list are about its URL.
    description: isList
      ? `${summary} of an app, newest first, with the names of members and shops.`
      : description,
    annotations: readOnly,
    inputSchema: {
      ...appArgument,
      properties: {
        ...Object(appArgument['properties']),
        ...Object.fromEntries(
          own.map((parameter) => [parameter.name, toProperty(parameter, list?.statuses)]),
        ),
      },
      required: ['appId', ...own.filter(({ required }) => required).map(({ name }) => name)],
    },
    output: operation.response,
    async run(request, args) {
      const { appId, ...rest } = parseArguments(schema, args)
      const { id = '', ...query } = Object.fromEntries(
        Object.entries(rest).filter((entry): entry is [string, string] => entry[1] !== undefined),
      )
      // A cursor is bound to the filters, and so to the app.
      const parameters = Object.entries({ ...(isList && { appId }), ...query })
      const found = await runForApp(request, { operation, appId, content: { pathId: id, parameters } })
      return Object(await addNames(request, found.value))
    },
  }
}

/** The names alone, and a state, which is one of those that there are: the rest is for the operation to check. */
function toArgumentSchema(parameters: readonly Parameter[], statuses: readonly string[] = []) {
  const text = textOrNumber(z.string())
  const members = parameters.map(({ name, required }) => {
    const value = name === 'status' ? z.enum(statuses) : text
    return [name, required ? value : value.optional()] as const
  })
  const rest: Readonly<Record<string, z.ZodType<string | undefined>>> = Object.fromEntries(members)
  return z.strictObject({ ...rest, appId: appIdSchema })
}

function toProperty({ name, schema, description }: Parameter, statuses: readonly string[] = []): object {
  if (name === 'cursor') return cursorProperty
  if (name === 'status') return { type: 'string', enum: statuses }
  // A date or an instant is text: the description says which.
  const form = 'anyOf' in schema ? { type: 'string' } : schema
  return { ...form, ...(description && { description }) }
}
