import { describeHosts } from './support/describe-hosts.ts'
import { listInstalled, reactRouterServe } from './support/host.ts'

describeHosts(listInstalled(24, 22, 20).map((version) => reactRouterServe(version)))
