import { describeHosts } from './support/describe-hosts.ts'
import { workerd } from './support/host.ts'

describeHosts([workerd('nodejs_compat'), workerd()])
