import type { IncomingMessage } from 'node:http'
import { ServiceError } from '@affiliate-platform/contract/server'

/**
 * Reads the body of a message. Reading stops as soon as the limit is passed.
 *
 * @returns the raw bytes, or `undefined` when there are more than `bytesMax`
 * @throws ServiceError `invalid_json` when the client went away before the end
 */
export function readMessage(request: IncomingMessage, bytesMax: number): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let bytes = 0
    // Nobody is left to read this rejection; it ends the request and is no failure of the service.
    const rejectCutOff = (): void => {
      if (!request.readableEnded) reject(new ServiceError('invalid_json', 'The body was cut off.'))
    }
    if (request.destroyed) rejectCutOff()
    request.on('data', (chunk: Uint8Array) => {
      bytes += chunk.length
      if (bytes <= bytesMax) chunks.push(chunk)
      else {
        request.removeAllListeners('data').pause()
        resolve(undefined)
      }
    })
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('close', rejectCutOff)
  })
}

/** Throws away what the client still sends, until it stops or the time is over. */
export function drain(request: IncomingMessage, drainMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, drainMs)
    const stop = (): void => {
      clearTimeout(timer)
      resolve()
    }
    request.on('end', stop).on('close', stop).resume()
  })
}
