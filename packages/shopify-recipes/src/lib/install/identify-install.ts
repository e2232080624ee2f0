import { limits } from '@affiliate-platform/contract'
import type { Identification } from '@affiliate-platform/sdk'
import { pickContact } from '../contact.ts'
import { runWithin } from '../deadline.ts'
import { readEnvironment } from '../environment.ts'
import { toFault } from '../fault.ts'
import { type IdentifyReceipt, identify } from '../identify-port.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { sharedMemoryLedger } from '../ledger/memory-ledger.ts'
import type {
  IdentifyOnInstallOptions,
  InstallAuth,
  InstallResult,
  InstallSession,
} from './install-options.ts'

/** One run of the hook. */
interface Install<Auth> {
  readonly auth: Auth
  readonly session: InstallSession
}

// Much more than the whole budget: a claim outlives a live call, and a process that died is soon replaced.
const leaseMs = 30_000

/** Identifies one install, or finds that it was identified. Never rejects. */
export async function identifyInstall<Auth extends InstallAuth>(
  install: Install<Auth>,
  options: IdentifyOnInstallOptions<Auth>,
): Promise<InstallResult> {
  const { shop } = install.session
  const progress: Progress = { stage: 'ledger' }
  try {
    const timeoutMs = limits.installIdentifyTimeoutMs
    return await runWithin(timeoutMs, (signal) => claimAndSend(install, options, { signal, progress }))
  } catch (error) {
    return { outcome: 'failed', shop, stage: progress.stage, ...toFault(error) }
  }
}

interface Progress {
  stage: 'session' | 'ledger' | 'contact' | 'identify'
}

interface Run {
  readonly signal: AbortSignal
  readonly progress: Progress
}

/** Interface 4.4 rule 2: once per install. A claim is kept only by a success. */
async function claimAndSend<Auth extends InstallAuth>(
  install: Install<Auth>,
  options: IdentifyOnInstallOptions<Auth>,
  run: Run,
): Promise<InstallResult> {
  const { shop } = install.session
  const ledger = options.ledger ?? sharedMemoryLedger()
  const claim = await ledger.claim(shop, leaseMs)
  if (claim === null) return { outcome: 'already_identified', shop }
  let receipt: IdentifyReceipt
  try {
    receipt = await send(install, options, run)
  } catch (error) {
    await releaseQuietly(ledger, shop, claim)
    throw error
  }
  run.progress.stage = 'ledger'
  await ledger.confirm(shop, claim)
  const { requestId, receiptId, contact, uninstallWatch } = receipt
  return { outcome: 'identified', shop, requestId, receiptId, contact, uninstallWatch }
}

/** A claim that cannot be given back ends with its lease. */
async function releaseQuietly(ledger: Ledger, shop: string, claim: string): Promise<void> {
  try {
    await ledger.release(shop, claim)
  } catch {
    // What made the call fail is what is reported.
  }
}

async function send<Auth extends InstallAuth>(
  install: Install<Auth>,
  options: IdentifyOnInstallOptions<Auth>,
  { signal, progress }: Run,
): Promise<IdentifyReceipt> {
  progress.stage = options.readContact === undefined ? 'session' : 'contact'
  const identification = await buildIdentification(install, options, signal)
  progress.stage = 'identify'
  return identify(options.client, identification, signal)
}

async function buildIdentification<Auth extends InstallAuth>(
  { auth, session }: Install<Auth>,
  options: IdentifyOnInstallOptions<Auth>,
  signal: AbortSignal,
): Promise<Identification> {
  const { appId = readEnvironment('AFFILIATE_APP_ID'), readContact, includePhone } = options
  if (!appId) throw new InstallError('app_id_missing')
  const shop = { myshopifyDomain: session.shop, appId }
  if (readContact === undefined) return { ...shop, accessToken: await findOfflineToken(session, options) }
  return { ...shop, ...pickContact(await readContact(auth, { signal }), includePhone) }
}

async function findOfflineToken(
  session: InstallSession,
  { sessionStorage }: Pick<IdentifyOnInstallOptions, 'sessionStorage'>,
): Promise<string> {
  // An online token belongs to one staff user, and ends with their session.
  const offline = session.isOnline ? await sessionStorage?.loadSession(`offline_${session.shop}`) : session
  if (offline === undefined) throw new InstallError('offline_session_missing')
  if (!offline.accessToken) throw new InstallError('access_token_missing')
  return offline.accessToken
}

/** The session or the settings lack what the call needs. */
class InstallError extends Error {
  override readonly name = 'InstallError'
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}
