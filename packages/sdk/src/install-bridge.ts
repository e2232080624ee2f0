export { InstallBridgeClient } from './lib/client/install-bridge-client.ts'
export type { RawRequest, RawRequestOptions } from './lib/operations/raw-request.ts'
export type { AttributionResponse, EvidenceReport, InstallEventReport } from './lib/records/attribution.ts'
export type { CallOptions, ClientOptions } from './lib/settings/client-options.ts'
