import type { Database, Replica } from '@affiliate-platform/platform/database'
import { Counter, Gauge, type Registry } from 'prom-client'

/** Tells how busy the connections of a database are. */
export function gaugeDatabase(registry: Registry, database: Pick<Database, 'load'>): void {
  new Gauge({
    name: 'affiliate_database_connections_in_use',
    help: 'Database connections in use; the embedded database has one.',
    registers: [registry],
    collect() {
      this.set(database.load().inUse)
    },
  })
  new Gauge({
    name: 'affiliate_database_waiting',
    help: 'Queries and transactions that wait for a database connection, or for their turn on the embedded one.',
    registers: [registry],
    collect() {
      this.set(database.load().waiting)
    },
  })
}

/** Tells whether a read replica serves, how far it is behind, and how much it has served. */
export function gaugeReplica(registry: Registry, replica: Pick<Replica, 'state'>): void {
  new Gauge({
    name: 'affiliate_database_replica_serving',
    help: '1 while the read replica serves lists and single records, 0 while the primary does.',
    registers: [registry],
    collect() {
      this.set(replica.state().isServing ? 1 : 0)
    },
  })
  new Gauge({
    name: 'affiliate_database_replica_lag_seconds',
    help: 'The read replica has everything that was committed longer ago than this; NaN until that is known.',
    registers: [registry],
    collect() {
      this.set((replica.state().lagMs ?? Number.NaN) / 1000)
    },
  })
  new Counter({
    name: 'affiliate_database_replica_reads_total',
    help: 'Reads that the read replica has served.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(replica.state().reads)
    },
  })
}
