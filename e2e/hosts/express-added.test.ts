import { describeDatabases } from './support/describe-databases.ts'
import { describeHosts } from './support/describe-hosts.ts'
import { expressAdded } from './support/host.ts'

describeHosts(
  [
    expressAdded('Express in a function, by add', 'function'),
    expressAdded('Express with a router under a prefix, by add', 'router'),
  ],
  describeDatabases,
)
