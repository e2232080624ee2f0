/** The raw bytes of a body, or why there are none. */
export type RawBody =
  | { readonly bytes: Uint8Array<ArrayBuffer>; readonly fault?: undefined }
  | { readonly fault: 'body_too_large' | 'body_already_read' | 'body_cut_off' }

/** Reads a request's raw bytes, and stops at the first one too many, whatever length was declared. */
export async function readBody(request: Request, bytesMax: number): Promise<RawBody> {
  // A parser that ran before has the bytes, and what it made of them cannot be verified.
  if (request.bodyUsed) return { fault: 'body_already_read' }
  if (Number(request.headers.get('content-length')) > bytesMax) return { fault: 'body_too_large' }
  try {
    return await readChunks(request.body, bytesMax)
  } catch {
    return { fault: 'body_cut_off' }
  }
}

async function readChunks(body: Request['body'], bytesMax: number): Promise<RawBody> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = body?.getReader()
  for (let chunk = await reader?.read(); chunk?.value !== undefined; chunk = await reader?.read()) {
    length += chunk.value.byteLength
    if (length > bytesMax) {
      reader?.cancel().catch(() => undefined)
      return { fault: 'body_too_large' }
    }
    chunks.push(chunk.value)
  }
  return { bytes: join(chunks, length) }
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}
