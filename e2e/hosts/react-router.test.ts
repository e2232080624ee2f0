import { describeHosts, describeInstalls } from './support/describe-hosts.ts'
import { listInstalled, reactRouterServe, withOnlineTokens } from './support/host.ts'

describeHosts(
  listInstalled(24, 22, 20).map((version) => reactRouterServe(version)),
  (getWorld) => describeInstalls(withOnlineTokens(reactRouterServe(24)), getWorld),
)
