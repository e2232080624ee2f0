import type { Window } from './open-browser.ts'

/** A device that has its person's finger on it at any time, and keeps its passkeys. */
const device = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const

/** Gives a window such a device. */
export async function giveDevice({ context, page }: Pick<Window, 'context' | 'page'>): Promise<void> {
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options: device })
}
