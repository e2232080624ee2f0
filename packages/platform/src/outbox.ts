export type { EndpointKey } from './outbox/endpoint-secret.ts'
export {
  addEndpoint,
  endpointsMax,
  findEndpoint,
  listEndpoints,
  removeEndpoint,
  type WebhookEndpoint,
} from './outbox/endpoints.ts'
