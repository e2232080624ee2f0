import type { Identification } from '@affiliate-platform/sdk'
import { pickContact } from '../contact.ts'
import { readEnvironment } from '../environment.ts'
import { InstallError } from '../install-error.ts'
import { sharedMemoryLedger } from '../ledger/memory-ledger.ts'
import type {
  IdentifyOnInstallOptions,
  InstallAuth,
  InstallResult,
  InstallSession,
} from './install-options.ts'
import { sendOnce } from './send-once.ts'

/** One run of the hook. */
interface Install<Auth> {
  readonly auth: Auth
  readonly session: InstallSession
  readonly seenAtMs: number
}

/** Identifies the install of a run of the hook, or finds that it was identified. Never rejects. */
export function identifyInstall<Auth extends InstallAuth>(
  install: Install<Auth>,
  options: IdentifyOnInstallOptions<Auth>,
  report: (result: InstallResult) => void,
): Promise<InstallResult> {
  return sendOnce({
    shop: install.session.shop,
    seenAtMs: install.seenAtMs,
    ledger: options.ledger ?? sharedMemoryLedger(),
    options,
    report,
    readStage: options.readContact === undefined ? 'session' : 'contact',
    read: (signal) => buildIdentification(install, options, signal),
  })
}

async function buildIdentification<Auth extends InstallAuth>(
  { auth, session }: Install<Auth>,
  options: IdentifyOnInstallOptions<Auth>,
  signal: AbortSignal,
): Promise<Identification> {
  const { appId = readEnvironment('AFFILIATE_APP_ID'), readContact, includePhone } = options
  if (!appId) throw new InstallError('app_id_missing')
  const shop = { myshopifyDomain: session.shop, appId }
  if (readContact === undefined)
    return { ...shop, accessToken: await findOfflineToken(session, options, signal) }
  return { ...shop, ...pickContact(await readContact(auth, { signal }), includePhone) }
}

async function findOfflineToken<Auth extends InstallAuth>(
  session: InstallSession,
  { sessionStorage, readShop }: IdentifyOnInstallOptions<Auth>,
  signal: AbortSignal,
): Promise<string> {
  const { shop, isOnline } = session
  const readOffline = () =>
    sessionStorage?.loadSession(`offline_${shop}`) ?? readShop?.(shop, { signal, includePhone: false })
  // An online token belongs to one staff user, and ends with their session.
  const offline = isOnline ? await readOffline() : session
  if (offline === undefined) throw new InstallError('offline_session_missing')
  if (!offline.accessToken) throw new InstallError('access_token_missing')
  return offline.accessToken
}
