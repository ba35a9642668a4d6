// Starts the whole lab within this process's own network, and reports the state of its database cluster.
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { postgresBin } from './install.ts'
import { openNetwork } from './network.ts'
import { type Machine, machineOf, machines, machinesOf, origin, outside, ports, secrets, urls } from './plan.ts'
import {
  answersScript,
  etcdArguments,
  haproxyConfig,
  keepalivedConfig,
  patroniConfig,
  pgbouncerConfig,
  pgbouncerUsers,
} from './render.ts'
import { openUnits, type Unit } from './units.ts'

/** One member of the cluster, as Patroni reports it. */
type ClusterMember = { name: string; role: string; state: string; lag?: number | string }
type Roles = { primary: Machine; standby: Machine; other: Machine }
const node = [process.execPath, '--disable-warning=ExperimentalWarning']

export async function openLab(folder: string, options: { sites?: string[]; report?: (line: string) => void } = {}) {
  const report = options.report ?? (() => {})
  const logs = join(folder, 'log')
  mkdirSync(logs, { recursive: true })
  chmodSync(folder, 0o755)
  openNetwork(options.sites)
  const units = openUnits(logs)
  const owner = (what: '-u' | '-g') => Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }))
  const [uid, gid] = [owner('-u'), owner('-g')]

  /** A folder owned by PostgreSQL's user. */
  function folderOf(machine: Machine): string {
    const path = join(folder, machine.name)
    mkdirSync(path, { recursive: true, mode: 0o700 })
    chownSync(path, uid, gid)
    return path
  }
  function write(machine: Machine, name: string, text: string, mode = 0o600): string {
    const path = join(folderOf(machine), name)
    writeFileSync(path, text, { mode })
    chownSync(path, uid, gid)
    return path
  }

  const environment = (machine: Machine): Record<string, string> => ({
    HOST: machine.address,
    PORT: String(ports.api),
    OG_DATA_DIR: folderOf(machine),
    DATABASE_URL: urls.pooled,
    DATABASE_DIRECT_URL: urls.primary,
    DATABASE_REPLICA_URL: urls.replicas,
    DATABASE_PATRONI_URL: urls.patroni,
    OG_BLOB_URL: urls.store,
    OG_S3_ACCESS_KEY: secrets.s3Access,
    OG_S3_SECRET_KEY: secrets.s3Secret,
    OG_PUBLIC_URL: origin,
    OG_TRUST_PROXY: machinesOf('balancer')
      .map(each => each.address)
      .join(','),
    OG_CRAWL_ALLOW: `${outside}/24`,
    OG_BOUND_FACTOR: '10000',
    OG_LOG_LEVEL: 'warn',
  })

  function unitsOf(machine: Machine): Unit[] {
    const own = folderOf(machine)
    const user = 'postgres'
    if (machine.kind === 'etcd')
      return [{ name: machine.name, machine, command: ['etcd', ...etcdArguments(machine, join(own, 'etcd'))], user }]
    if (machine.kind === 'database')
      return [
        {
          ...{ name: machine.name, machine, user },
          command: ['patroni', write(machine, 'patroni.yml', patroniConfig(machine, own, postgresBin))],
        },
      ]
    if (machine.kind === 'store')
      return [
        {
          ...{ name: machine.name, machine },
          command: [...node, 'deploy/lab/store.ts', own, String(ports.store), secrets.s3Access],
        },
      ]
    if (machine.kind === 'balancer') {
      write(machine, 'users.txt', pgbouncerUsers())
      write(machine, 'answers.sh', answersScript(postgresBin), 0o700)
      const haproxy = write(machine, 'haproxy.cfg', haproxyConfig(own))
      const pgbouncer = write(machine, 'pgbouncer.ini', pgbouncerConfig(own))
      const keepalived = write(machine, 'keepalived.conf', keepalivedConfig(machine, own))
      return [
        { name: `haproxy-${machine.name}`, machine, command: ['haproxy', '-db', '-f', haproxy] },
        { name: `pgbouncer-${machine.name}`, machine, command: ['pgbouncer', pgbouncer], user },
        {
          ...{ name: `keepalived-${machine.name}`, machine },
          command: [
            'keepalived',
            '-n',
            '-l',
            '-D',
            '-P',
            '-p',
            join(own, 'keepalived.pid'),
            '-r',
            join(own, 'vrrp.pid'),
            '-f',
            keepalived,
          ],
        },
      ]
    }
    const file = machine.kind === 'api' ? 'server/main.ts' : 'server/worker.ts'
    return [{ name: machine.name, machine, command: [...node, file], env: environment(machine) }]
  }
  const startAll = (kind: Machine['kind']) => {
    for (const machine of machinesOf(kind)) for (const unit of unitsOf(machine)) units.start(unit)
  }

  /** The cluster as seen by the first member that answers; [] if none does. */
  async function cluster(): Promise<ClusterMember[]> {
    for (const { address } of machinesOf('database')) {
      const response = await fetch(`http://${address}:${ports.patroni}/cluster`, {
        signal: AbortSignal.timeout(1_000),
      }).catch(() => undefined)
      const status = (await response?.json().catch(() => undefined)) as { members?: ClusterMember[] } | undefined
      if (status?.members) return status.members
    }
    return []
  }

  /**
   * The primary, its synchronous standby, and the other one; undefined unless all members are healthy and the first two
   * exist.
   */
  async function roles(): Promise<Roles | undefined> {
    const members = await cluster()
    const isWell = ({ role, state }: ClusterMember) =>
      state === 'running' || (role !== 'leader' && state === 'streaming')
    const find = (role: string) => members.find(member => member.role === role && isWell(member))?.name
    const [primary, standby, other] = [find('leader'), find('sync_standby'), find('replica')]
    return primary && standby && other
      ? { primary: machineOf(primary), standby: machineOf(standby), other: machineOf(other) }
      : undefined
  }

  /** The timeout allows for a machine that is also busy with other work. */
  async function until(what: string, holds: () => Promise<boolean>, seconds = 180): Promise<void> {
    for (const end = performance.now() + seconds * 1000; performance.now() < end; await sleep(250))
      if (await holds().catch(() => false)) return
    throw new Error(`The lab waited ${seconds} s for ${what}; see ${logs}.`)
  }
  /**
   * Complete and unchanged for three seconds, because a member that was away is still listed as healthy for a moment
   * after its return.
   */
  async function untilWhole(): Promise<Roles> {
    let last: Roles | undefined
    let sinceMs = performance.now()
    await until('three members, one of them a synchronous standby', async () => {
      const now = await roles()
      if (!now || JSON.stringify(now) !== JSON.stringify(last)) sinceMs = performance.now()
      last = now
      return now !== undefined && performance.now() - sinceMs > 3_000
    })
    return last as unknown as Roles
  }
  const answers = async (url: string) => (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok
  const untilServed = async () => {
    for (const { name, address } of machinesOf('api'))
      await until(name, () => answers(`http://${address}:${ports.api}/readyz`))
    await until('HAProxy', () => answers(`${origin}/livez`))
  }

  async function makeDatabase(): Promise<void> {
    const superuser = { host: (await roles())?.primary.address, user: 'postgres', password: secrets.superuser }
    const client = new pg.Client({ ...superuser, database: 'postgres' })
    await client.connect()
    await client.query(`create role og login password '${secrets.og}'`)
    await client.query('create database og owner og')
    await client.end()
    const outer = machineOf('api1')
    execFileSync(process.execPath, [...node.slice(1), 'scripts/db-migrate.ts'], {
      env: { ...process.env, ...environment(outer), OG_ADMIN_PASSWORD: secrets.admin },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }

  async function start(): Promise<void> {
    report('etcd, S3')
    startAll('etcd')
    startAll('store')
    report('PostgreSQL under Patroni')
    startAll('database')
    await untilWhole()
    report('HAProxy, PgBouncer, keepalived')
    startAll('balancer')
    await until('the primary behind HAProxy', isPrimaryServed)
    report('tables')
    await makeDatabase()
    report('APIs and workers')
    startAll('api')
    startAll('worker')
    await untilServed()
  }
  async function isPrimaryServed(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: urls.primary
        .replace('//og:lab-og@', `//postgres:${secrets.superuser}@`)
        .replace(/og$/, 'postgres'),
      connectionTimeoutMillis: 2_000,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query('select pg_is_in_recovery() as is_standby')).rows[0].is_standby === false
    } finally {
      await client.end().catch(() => {})
    }
  }

  return { folder, logs, units, machines, start, cluster, roles, until, untilWhole, untilServed, stop: units.stopAll }
}
export type Lab = Awaited<ReturnType<typeof openLab>>
