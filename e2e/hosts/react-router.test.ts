import { describeHosts } from './support/describe-hosts.ts'
import { reactRouterServe } from './support/host.ts'

describeHosts([reactRouterServe(24)])
