import { type BehaviourSetting, buildBehaviour } from '../behaviour.ts'
import type {
  PartnerApiClient,
  PartnerApp,
  PartnerAppEvent,
  PartnerBehaviour,
  PartnerOptions,
  PartnerTransaction,
  PartnerTransactionList,
  SimulatedPartner,
} from './simulated-partner.ts'

export const partnerHost = 'partners.shopify.com'

/** Everything that the simulator holds about one partner organization. */
export interface PartnerOrganization {
  readonly organizationId: string
  readonly clients: readonly PartnerClientState[]
  readonly apps: readonly [PartnerApp, ...PartnerApp[]]
  readonly transactions: PartnerTransactionList
  readonly added: PartnerTransaction[]
  readonly changed: Map<string, Partial<PartnerTransaction>>
  readonly appEvents: PartnerAppEvent[]
  behaviour: BehaviourSetting<PartnerBehaviour>
}

export interface PartnerClientState extends PartnerApiClient {
  /** When its latest requests were taken, for the limit per second. */
  takenAtMs: readonly number[]
}

const anyClient: PartnerApiClient = { accessTokens: ['prtapi_simulated'] }

export function insertPartner(
  partners: Map<string, PartnerOrganization>,
  options: PartnerOptions,
): SimulatedPartner {
  const { organizationId, clients = [anyClient], apps = [{ id: 'gid://partners/App/1' }] } = options
  if (partners.has(organizationId)) throw new RangeError(`the organization ${organizationId} exists already`)
  const organization: PartnerOrganization = {
    organizationId,
    clients: clients.map((client) => ({ ...client, takenAtMs: [] })),
    apps,
    transactions: options.transactions ?? [],
    added: [],
    changed: new Map(),
    appEvents: [...(options.appEvents ?? [])],
    behaviour: buildBehaviour('ok'),
  }
  partners.set(organizationId, organization)
  return toSimulatedPartner(organization)
}

function toSimulatedPartner(organization: PartnerOrganization): SimulatedPartner {
  const { organizationId, added, changed, appEvents } = organization
  return {
    url: (version) => `https://${partnerHost}/${organizationId}/api/${version}/graphql.json`,
    addTransactions: (...transactions) => void added.push(...transactions),
    changeTransaction: (id, changes) => {
      if (!hasTransaction(organization, id)) throw new RangeError(`there is no transaction ${id}`)
      changed.set(id, { ...changed.get(id), ...changes })
    },
    addAppEvents: (...events) => void appEvents.push(...events),
    setBehaviour: (behaviour, details) => {
      organization.behaviour = buildBehaviour(behaviour, details)
    },
  }
}

/** One transaction as it is now, by its place in the order of recording. */
export function transactionAt(
  organization: PartnerOrganization,
  position: number,
): PartnerTransaction | undefined {
  const { transactions, added, changed } = organization
  const given = transactions.length
  const transaction = position < given ? transactions.at(position) : added.at(position - given)
  return transaction && { ...transaction, ...changed.get(transaction.id) }
}

function hasTransaction(organization: PartnerOrganization, id: string): boolean {
  for (let position = 0; ; position += 1) {
    const transaction = transactionAt(organization, position)
    if (transaction === undefined) return false
    if (transaction.id === id) return true
  }
}
