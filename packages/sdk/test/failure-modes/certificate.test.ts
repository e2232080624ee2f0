import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AffiliateClient, type ObserverEvent } from '@affiliate-platform/sdk'
import { fakeApiKeys } from '@affiliate-platform/sdk/testing'
import { expect, test } from 'vitest'
import { errorOf } from '../error-of.ts'

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

test('a certificate that is not trusted ends the call, before anything is sent [D69]', {
  skip: !hasOpenssl,
  meta: { needs: 'openssl' },
}, async () => {
  let requests = 0
  const server = createServer(createCertificate(), () => {
    requests += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const events: ObserverEvent[] = []
  const affiliate = new AffiliateClient({
    baseUrl: `https://localhost:${(server.address() as AddressInfo).port}`,
    apiKey: fakeApiKeys.affiliate,
    observer: (event) => void events.push(event),
  })

  const error = await errorOf(affiliate.payouts.listPage())

  expect(error).toMatchObject({ name: 'NetworkError', code: 'certificate_rejected', attempts: 1 })
  expect(error).toHaveProperty('reason', 'DEPTH_ZERO_SELF_SIGNED_CERT')
  expect(events.map(({ type }) => type)).toEqual(['attempt', 'failure'])
  expect(requests).toBe(0)
  await new Promise((resolve) => server.close(resolve))
})

function createCertificate(): { readonly key: Buffer; readonly cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'sdk-certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const kind = ['-x509', '-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-days', '2']
  try {
    execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' })
    return { key: readFileSync(key), cert: readFileSync(cert) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
