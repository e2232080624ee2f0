import type { ConsoleBody } from '@affiliate-platform/contract/console'
import { call } from './api.ts'
import { CallError } from './send.ts'

// Packed bytes of a piece: in Base64 they are within what a request may have.
const pieceBytes = 40_000
const pauseMs = 5000

/** Packs the files of an export and uploads them, piece by piece. Returns what the upload is called. */
export async function uploadExport(files: readonly File[], onPart: (part: number) => void): Promise<string> {
  const uploadId = crypto.randomUUID()
  const all = files.reduce((sum, { size }) => sum + size, 0)
  let done = 0
  for (const file of files) {
    const packing = file.stream().pipeThrough(new CompressionStream('gzip'))
    const packed = new Uint8Array(await new Response(packing).arrayBuffer())
    for (let start = 0; start < packed.length; start += pieceBytes) {
      const piece = packed.subarray(start, start + pieceBytes)
      await upload({ uploadId, file: file.name, number: start / pieceBytes, content: toBase64(piece) })
      onPart((done + (file.size * (start + piece.length)) / packed.length) / all)
    }
    done += file.size
  }
  return uploadId
}

async function upload(piece: ConsoleBody<'uploadHistoryPiece'>): Promise<void> {
  try {
    await call('uploadHistoryPiece', { body: piece })
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'quota_exceeded') throw error
    // Every minute has its number of requests: a large export takes several.
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    await upload(piece)
  }
}

const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
