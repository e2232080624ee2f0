import * as limits from '../lib/limits.ts'
import { hasDuplicateMember } from './has-duplicate-member.ts'
import type { PlainRequest } from './message.ts'
import { ServiceError } from './service-error.ts'

/**
 * Reads a JSON body: declared length and media type first, then the bytes, then the text.
 *
 * @throws ServiceError `body_too_large`, `unsupported_media_type` or `invalid_json`
 */
export async function readJson(request: PlainRequest): Promise<unknown> {
  if (Number(request.header('content-length') ?? 0) > limits.bodyBytesMax) throw bodyTooLarge()
  checkMediaType(request)
  const bytes = await request.readBody(limits.bodyBytesMax)
  if (bytes === undefined) throw bodyTooLarge()
  return parseJson(bytes)
}

function checkMediaType(request: PlainRequest): void {
  const mediaType = request.header('content-type') ?? ''
  if (!/^application\/json *(?:; *charset="?utf-8"? *)?$/i.test(mediaType)) {
    throw new ServiceError('unsupported_media_type', 'Send the body as application/json in UTF-8.')
  }
  const encoding = request.header('content-encoding') ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') {
    throw new ServiceError('unsupported_media_type', 'Send the body without a content encoding.')
  }
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const value: unknown = JSON.parse(text)
    if (!hasDuplicateMember(text)) return value
  } catch {
    // The parser's own message quotes the text, which may hold a token: it is not passed on, not even as a cause.
    throw new ServiceError('invalid_json', 'The body must be one JSON value in UTF-8.')
  }
  throw new ServiceError('invalid_json', 'A member of an object in the body is there twice.')
}

function bodyTooLarge(): ServiceError {
  return new ServiceError('body_too_large', `The body may have at most ${limits.bodyBytesMax} bytes.`)
}
