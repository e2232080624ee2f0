import { type ErrorCode, errorCatalogue, headerNames, schemaVersion } from '@affiliate-platform/contract'
import type { Issue } from '../issue.ts'

/** What every answer to one request has in common. */
export interface AnswerFrame {
  readonly baseUrl: string
  readonly requestId: string
  readonly isIdentify: boolean
  /** Further headers, such as those of the quota. */
  readonly headers: Readonly<Record<string, string>>
}

/** A refusal on its way to becoming a problem document. */
export interface Problem {
  readonly code: ErrorCode
  readonly issues?: readonly Issue[]
  readonly headers?: Readonly<Record<string, string>>
}

/** What an operation of the fake comes to. */
export type Outcome =
  | { readonly body: string; readonly headers?: Readonly<Record<string, string>> }
  | { readonly problem: Problem }

/** An outcome that refuses. */
export const refuse = (code: ErrorCode, issues: readonly Issue[] = []): { readonly problem: Problem } => ({
  problem: { code, issues },
})

/** Writes an outcome as the service does. */
export function toResponse(outcome: Outcome, frame: AnswerFrame): Response {
  if ('problem' in outcome) return toProblemResponse(outcome.problem, frame)
  const headers = { 'Content-Type': 'application/json', ...frameHeaders(frame), ...outcome.headers }
  return new Response(outcome.body, { headers })
}

/** Writes a refusal as an RFC 9457 problem document. */
export function toProblemResponse(problem: Problem, frame: AnswerFrame): Response {
  const { status, title } = errorCatalogue[problem.code]
  const { issues = [] } = problem
  const body = {
    type: `${frame.baseUrl}/docs/errors/${problem.code}`,
    title,
    status,
    detail: `${title}.`,
    code: problem.code,
    requestId: frame.requestId,
    ...(issues.length > 0 && { errors: issues }),
    ...(frame.isIdentify && { ok: false }),
  }
  const challenge = status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}
  const headers = {
    'Content-Type': 'application/problem+json',
    ...frameHeaders(frame),
    ...challenge,
    ...problem.headers,
  }
  return new Response(JSON.stringify(body), { status, headers })
}

function frameHeaders({ requestId, isIdentify, headers }: AnswerFrame): Record<string, string> {
  return {
    [headerNames.requestId]: requestId,
    'Cache-Control': 'no-store',
    ...(!isIdentify && { [headerNames.schemaVersion]: schemaVersion }),
    ...headers,
  }
}
