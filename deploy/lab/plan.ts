// The machines of the lab: a name, what stands on it, and its address on a network that nobody else can reach.

export type Kind = 'etcd' | 'database' | 'balancer' | 'api' | 'worker' | 'store'
export type Machine = { name: string; kind: Kind; address: string }

const net = '10.21.0'
/** The side of whoever uses the lab: browsers, the bench, and the sites that are crawled. */
export const outside = `${net}.1`
/** Moves between the balancers, whichever of them is well: what browsers, APIs and workers ask. */
export const virtual = `${net}.30`

const several = (kind: Kind, prefix: string, count: number, from: number): Machine[] =>
  Array.from({ length: count }, (_, at) => ({ name: `${prefix}${at + 1}`, kind, address: `${net}.${from + at + 1}` }))

export const machines: readonly Machine[] = [
  ...several('etcd', 'etcd', 3, 10),
  ...several('database', 'pg', 3, 20),
  ...several('balancer', 'lb', 2, 30),
  ...several('api', 'api', 3, 40),
  ...several('worker', 'worker', 3, 50),
  ...several('store', 's3', 1, 60),
]

export const machinesOf = (kind: Kind): Machine[] => machines.filter(machine => machine.kind === kind)

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
  /** Of HAProxy: the primary, whichever it is; the standbys; whether HAProxy lives. */
  primary: 5000,
  standbys: 5001,
  alive: 8404,
  pgbouncer: 6432,
}

/** What the lab's machines tell one another; they reach nobody else. */
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
  /** Each by itself: an API passes over the primary, and over whoever is behind. */
  replicas: machinesOf('database')
    .map(each => `postgres://og:${secrets.og}@${each.address}:${ports.postgres}/og`)
    .join(','),
  /** Where Patroni keeps who has all: an API reads from there while the primary is away. */
  patroni: machinesOf('etcd')
    .map(({ address }) => `etcd:http://${address}:2379/service/og`)
    .join(','),
  store: `s3:http://${(machinesOf('store')[0] as Machine).address}:${ports.store}/og?region=lab`,
}
