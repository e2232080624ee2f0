import type { ReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { SalesFileError } from '@affiliate-platform/platform/sales'
import { OperatorError } from '../command-line/operator-error.ts'
import { toRejection } from './describe-rejection.ts'

/**
 * Reads a file of sales.
 *
 * @param describeRemedy - what is said after the line that cannot be read
 */
export async function readSalesStream<T>(
  path: string,
  read: (stream: ReadStream) => Promise<T>,
  describeRemedy = () => '',
): Promise<T> {
  // Opened first: a stream that fails while nobody reads it would end the process.
  const file = await open(path).catch(() => {
    throw new OperatorError(`${path} cannot be read.`)
  })
  try {
    return await read(file.createReadStream({ autoClose: false }))
  } catch (error) {
    if (error instanceof SalesFileError) {
      throw new OperatorError(`${error.message} ${describeRemedy()}`.trim())
    }
    const isFolder = Reflect.get(Object(error), 'code') === 'EISDIR'
    throw isFolder ? new OperatorError(`${path} is a folder.`) : toRejection(error)
  } finally {
    await file.close()
  }
}
