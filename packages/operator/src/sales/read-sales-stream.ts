import type { ReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { errorCode } from '@affiliate-platform/platform/database'
import { SalesFileError } from '@affiliate-platform/platform/sales'
import { OperatorError } from '../command-line/operator-error.ts'
import { toRejection } from './describe-rejection.ts'

/**
 * Reads a file of sales, as often as it is opened.
 *
 * @param remedy - what is said after the line that cannot be read
 */
export async function readSalesStream<T>(
  path: string,
  read: (open: () => ReadStream) => Promise<T>,
  remedy = '',
): Promise<T> {
  // Opened first: a stream that fails while nobody reads it would end the process.
  const file = await open(path).catch(() => {
    throw new OperatorError(`${path} cannot be read.`)
  })
  let isOpened = false
  try {
    return await read(() => {
      // A pipe has no start to begin at: it is read once, from where it is.
      const options = { autoClose: false, ...(isOpened && { start: 0 }) }
      isOpened = true
      return file.createReadStream(options)
    })
  } catch (error) {
    if (error instanceof SalesFileError) {
      throw new OperatorError(`${error.message} ${remedy}`.trim())
    }
    const fault = errorCode(error)
    if (fault === 'EISDIR') throw new OperatorError(`${path} is a folder.`)
    if (fault === 'ESPIPE') throw new OperatorError(`${path} is a stream. Save it as a file first.`)
    throw toRejection(error)
  } finally {
    await file.close()
  }
}
