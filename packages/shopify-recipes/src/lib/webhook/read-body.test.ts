import { expect, it, vi } from 'vitest'
import { readBody } from './read-body.ts'

const post = (body: string | ReadableStream, headers = {}) =>
  new Request('https://my-app.example', { method: 'POST', body, headers, duplex: 'half' })

function stream(chunks: readonly number[], fault?: Error) {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      for (const length of chunks) controller.enqueue(new Uint8Array(length))
      if (fault) controller.error(fault)
      else controller.close()
    },
  })
}

it('counts the bytes of a body without a declared length', async () => {
  expect((await readBody(post(stream([6, 4])), 10)).fault).toBeUndefined()
  expect((await readBody(post(stream([6, 5])), 10)).fault).toBe('body_too_large')
})

it('stops reading at the first byte too many', async () => {
  const cancel = vi.fn()
  const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(6)), cancel })
  expect((await readBody(post(endless), 10)).fault).toBe('body_too_large')
  expect(cancel).toHaveBeenCalledOnce()
})

it('rejects a declared length without reading', async () => {
  const request = post('short', { 'content-length': '11' })
  expect((await readBody(request, 10)).fault).toBe('body_too_large')
  expect(request.bodyUsed).toBe(false)
})

it('reads no body as no bytes', async () => {
  const { bytes } = { bytes: undefined, ...(await readBody(new Request('https://my-app.example'), 10)) }
  expect(bytes).toEqual(new Uint8Array())
})

it('tells of a body that was cut off', async () => {
  expect((await readBody(post(stream([], new Error('reset'))), 10)).fault).toBe('body_cut_off')
})
