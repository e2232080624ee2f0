import type { createDocument } from 'zod-openapi'

type OpenApiDocument = ReturnType<typeof createDocument>

/** Names the responses that several operations have in common, and refers to them: a generator makes one type of each. */
export function shareResponses(document: OpenApiDocument): void {
  const seen = new Map<string, number>()
  const all = Object.values(document.paths ?? {})
    .flatMap((item) => [item.get, item.patch, item.post])
    .flatMap((operation) => (operation?.responses === undefined ? [] : [operation.responses]))
  for (const responses of all) {
    for (const response of Object.values(responses)) {
      const text = JSON.stringify(response)
      seen.set(text, (seen.get(text) ?? 0) + 1)
    }
  }
  const shared: Record<string, unknown> = {}
  for (const responses of all) {
    for (const [status, response] of Object.entries(responses)) {
      const name = names[status]
      if (name === undefined || seen.get(JSON.stringify(response)) === 1) continue
      shared[name] ??= response
      // Another one of the same status, which a few have in common, stays where it is.
      if (JSON.stringify(shared[name]) !== JSON.stringify(response)) continue
      Object.assign(responses, { [status]: { $ref: `#/components/responses/${name}` } })
    }
  }
  Object.assign(document.components ?? {}, { responses: shared })
}

const names: Readonly<Record<string, string>> = {
  401: 'Unauthorized',
  404: 'UnknownOperation',
  429: 'QuotaExceeded',
  500: 'ServiceFailed',
  503: 'Unavailable',
}
