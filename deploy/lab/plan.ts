// The machines of the lab: a name, a kind, and an address on a private network.

type MachineKind = 'etcd' | 'database' | 'balancer' | 'api' | 'worker' | 'store'
export type Machine = { name: string; kind: MachineKind; address: string }

const net = '10.21.0'
/** The side of the lab's users: browsers, the bench, and the crawled sites. */
export const outside = `${net}.1`
/** Moves to a healthy balancer; browsers, APIs and workers connect to it. */
export const virtual = `${net}.30`

const several = (kind: MachineKind, prefix: string, count: number, from: number): Machine[] =>
  Array.from({ length: count }, (_, at) => ({ name: `${prefix}${at + 1}`, kind, address: `${net}.${from + at + 1}` }))

export const machines: readonly Machine[] = [
  ...several('etcd', 'etcd', 3, 10),
  ...several('database', 'pg', 3, 20),
  ...several('balancer', 'lb', 2, 30),
  ...several('api', 'api', 3, 40),
  ...several('worker', 'worker', 3, 50),
  ...several('store', 's3', 1, 60),
]

export const machinesOf = (kind: MachineKind): Machine[] => machines.filter(machine => machine.kind === kind)

export function machineOf(name: string): Machine {
  const found = machines.find(machine => machine.name === name)
  if (!found) throw new Error(`There is no machine ${name} in the lab.`)
  return found
}

export const ports = {
  http: 8080,
  api: 8080,
  store: 9000,
  postgres: 5432,
  patroni: 8008,
  /** Ports of HAProxy: the current primary; the standbys; whether HAProxy is alive. */
  primary: 5000,
  standbys: 5001,
  alive: 8404,
  pgbouncer: 6432,
}

/** Secrets between the lab's machines, which are not reachable from outside. */
export const secrets = {
  superuser: 'lab-superuser',
  replication: 'lab-replication',
  og: 'lab-og',
  s3Access: 'lab-access',
  s3Secret: 'lab-secret',
  admin: 'bench-password-1',
}

export const origin = `http://${virtual}:${ports.http}`
const database = (port: number) => `postgres://og:${secrets.og}@${virtual}:${port}/og`
export const urls = {
  pooled: database(ports.pgbouncer),
  primary: database(ports.primary),
  /** Separate addresses: an API skips the primary and any server that is behind. */
  replicas: machinesOf('database')
    .map(each => `postgres://og:${secrets.og}@${each.address}:${ports.postgres}/og`)
    .join(','),
  /** Patroni's store of the member that has every commit: an API reads from that member while the primary is away. */
  patroni: machinesOf('etcd')
    .map(({ address }) => `etcd:http://${address}:2379/service/og`)
    .join(','),
  store: `s3:http://${(machinesOf('store')[0] as Machine).address}:${ports.store}/og?region=lab`,
}
