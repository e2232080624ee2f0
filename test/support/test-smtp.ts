import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** An SMTP server on this machine. */
export interface TestSmtp {
  readonly url: string
  /** What it took, as it came. */
  readonly taken: string[]
  close(): Promise<void>
}

/** Starts an SMTP server that takes mail, but for what its options say. */
export async function startSmtp(options: SMTPServerOptions = {}): Promise<TestSmtp> {
  const taken: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      text(stream).then((mail) => {
        taken.push(mail)
        done()
      }, done)
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.server.address()
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    taken,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
