import * as z from 'zod/mini'
import type { ErrorCode } from '../lib/errors.ts'
import type { Checked } from '../lib/issues.ts'
import { parseBody, parseParameters } from '../lib/issues.ts'
import {
  type ListQuery,
  type ListQuerySchema,
  parseListQuery,
  parseQuery,
  type QuerySchema,
} from '../lib/list-query.ts'
import type { Operation } from '../operations/definitions/operation.ts'
import type { Caller } from './caller.ts'
import { canonicalJson } from './canonical-json.ts'
import type { OperationRequest } from './handler.ts'
import { readIdempotencyKey } from './idempotency.ts'
import type { Match } from './match.ts'
import type { PlainRequest } from './message.ts'
import { readJson } from './read-json.ts'
import { ServiceError } from './service-error.ts'

type Parsed = Pick<OperationRequest<Operation, unknown>, 'pathId' | 'query' | 'body' | 'claim'>

/** What a request says. */
export interface RequestContent {
  /** In place of the `:id` of the path. */
  readonly pathId: string
  /** The decoded query parameters in order, repeated ones included. */
  readonly parameters: Iterable<readonly [string, string]>
  readonly json?: unknown
  /** The name that the client gave to the action. */
  readonly idempotencyKey?: string | undefined
}

/**
 * Reads all that a request says, in the order of D7: the body, the query, the key of the action.
 *
 * @throws ServiceError for the first that cannot be read
 */
export async function readRequest(
  request: PlainRequest,
  { operation, pathId }: Match<Operation>,
): Promise<RequestContent> {
  // 413, 415, 400: a body is one JSON value in UTF-8 of limited size.
  const json = operation.body === undefined ? undefined : await readJson(request)

  // 400: what is not UTF-8 once it is decoded would be read as something else (D68).
  const parameters = readParameters(request.target)

  // 400: a key that cannot be stored could not be found again.
  const idempotencyKey =
    operation.repeatable === 'with_idempotency_key' ? readIdempotencyKey(request) : undefined
  return { pathId, parameters, json, idempotencyKey }
}

/**
 * Checks the form of what a request says: the path, the query, the body.
 *
 * @throws ServiceError for the first that is not as it must be, with all its faults
 */
export function checkForm(
  operation: Operation,
  { pathId, parameters, json, idempotencyKey: key }: RequestContent,
  { workspaceId, lineageId }: Caller,
): Parsed {
  // 400: a path names a record by its id.
  const id = parsePathId(operation, pathId)

  // 400: unknown, repeated and malformed parameters, all at once.
  const query =
    operation.query &&
    accept(
      parseOwnQuery(operation.query, parameters),
      'invalid_parameter',
      'The query has invalid parameters.',
    )

  // 400: the schema step of the body, every fault at once.
  const body =
    operation.body &&
    accept(parseBody(operation.body, json), 'invalid_request', 'The body does not have the required form.')

  const claim =
    key === undefined
      ? undefined
      : {
          workspaceId,
          lineageId,
          operation: operation.id,
          targetId: id,
          key,
          canonicalBody: canonicalJson(json),
        }
  return { pathId: id, query, body, claim } as Parsed
}

function parseOwnQuery(
  schema: ListQuerySchema | QuerySchema,
  parameters: RequestContent['parameters'],
): Checked<ListQuery | z.output<QuerySchema>> {
  return isListQuery(schema) ? parseListQuery(schema, parameters) : parseQuery(schema, parameters)
}

const isListQuery = (schema: ListQuerySchema | QuerySchema): schema is ListQuerySchema =>
  'cursor' in schema.shape

function readParameters(target: string): URLSearchParams {
  const query = target.includes('?') ? target.slice(target.indexOf('?')) : ''
  try {
    decodeURIComponent(query)
  } catch {
    throw new ServiceError('invalid_parameter', 'The query has a malformed percent-encoding.')
  }
  return new URLSearchParams(query)
}

function parsePathId({ pathRecord }: Operation, sent: string): string {
  if (pathRecord === undefined) return sent
  const checked = parseParameters(toIdSchema(pathRecord), { id: sent })
  return accept(checked, 'invalid_parameter', `The ${pathRecord} id must be a UUID.`).id
}

const idSchemas = new Map<string, ReturnType<typeof createIdSchema>>()

const createIdSchema = (record: string) =>
  z.object({ id: z.guid(`A ${record} id (UUID).`).check(z.toLowerCase()) })

function toIdSchema(record: string): ReturnType<typeof createIdSchema> {
  const schema = idSchemas.get(record) ?? createIdSchema(record)
  idSchemas.set(record, schema)
  return schema
}

function accept<Value>(checked: Checked<Value>, code: ErrorCode, detail: string): Value {
  if (checked.ok) return checked.value
  throw new ServiceError(code, detail, { issues: checked.issues })
}
