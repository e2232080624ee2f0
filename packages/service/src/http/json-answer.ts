import type { Answer, Headers } from './message.ts'

/** A successful answer with a JSON body that is already text, byte for byte as it is to be sent. */
export function jsonAnswer(body: string, headers: Headers = {}): Answer {
  return { status: 200, headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers }, body }
}
