import { once } from 'node:events'
import { type AddressInfo, createServer, Socket } from 'node:net'
import type { MailAttempt } from '@affiliate-platform/platform/outbox'
import { startSmtp } from '@affiliate-platform/test-support/test-smtp'
import { afterEach, expect, test, vi } from 'vitest'
import { createMailSender } from '../../src/index.ts'
import { buildMail } from './mails.ts'

const createSender = (smtpUrl: string) =>
  createMailSender({ smtpUrl, from: 'Affiliates <a@example.com>', origin: 'https://affiliates.example.com' })

afterEach(() => vi.useRealTimers())

/** A server that does with a connection what it is told. */
async function listen(onConnection: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    onConnection(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, server }
}

test('a server that does not greet is left after 10 s [D406]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { url, server } = await listen(() => undefined)
  let end: MailAttempt | undefined
  const sending = createSender(url)(buildMail()).then((attempt) => {
    end = attempt
  })
  const [socket] = (await once(server, 'connection')) as [Socket]
  await vi.advanceTimersByTimeAsync(9_000)
  expect(end).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1_000)
  await sending
  expect(end).toEqual({ result: 'unreachable', outcome: 'the server could not be used (ETIMEDOUT)' })
  socket.destroy()
  server.close()
})

test('a server that falls silent in the middle is left after 10 s [D406]', async () => {
  const timeouts = vi.spyOn(Socket.prototype, 'setTimeout')
  const { url, server } = await listen((socket) => socket.write('220 here\r\n'))
  const sending = createSender(url)(buildMail())
  const [socket] = (await once(server, 'connection')) as [Socket]
  await once(socket, 'data')
  const place = timeouts.mock.calls.findLastIndex(([ms]) => ms === 10_000)
  const client = timeouts.mock.contexts[place] as Socket
  client.emit('timeout')
  expect((await sending).outcome).toBe('the server could not be used (ETIMEDOUT)')
  timeouts.mockRestore()
  socket.destroy()
  server.close()
})

test.each([
  ['at once', (socket: Socket) => socket.destroy()],
  ['once it has greeted', (socket: Socket) => socket.end('220 here\r\n')],
  ['as soon as it hears of a mail', (socket: Socket) => dieAt(socket, 'MAIL')],
  ['while a mail is written', (socket: Socket) => dieAt(socket, 'DATA')],
])('a server that dies %s has taken nothing [D406]', async (_when, onConnection) => {
  const { url, server } = await listen(onConnection)
  const attempt = await createSender(url)(buildMail())
  expect(attempt.result).not.toMatch(/sent|rejected/)
  expect(attempt.outcome).not.toContain('example.com')
  server.close()
})

function dieAt(socket: Socket, command: string): void {
  socket.write('220 here\r\n')
  socket.on('data', (data) => {
    if (String(data).startsWith(command)) socket.destroy()
    else socket.write('250 fine\r\n')
  })
}

test.each([
  [450, 'failed'],
  [451, 'failed'],
  [550, 'rejected'],
  [552, 'rejected'],
])(
  'a server that answers %i to an address, and to a text, has a mail %s [D406]',
  async (responseCode, result) => {
    const error = Object.assign(new Error('no mia@example.com'), { responseCode })
    const toAddress = await startSmtp({ onRcptTo: (_address, _session, done) => done(error) })
    const toText = await startSmtp({
      onData: (stream, _session, done) => stream.on('end', () => done(error)).resume(),
    })
    for (const { url, close } of [toAddress, toText]) {
      expect(await createSender(url)(buildMail())).toEqual({
        result,
        outcome: `the server said ${responseCode}`,
      })
      await close()
    }
  },
)
