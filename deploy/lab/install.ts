import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'

const requiredPackages: Record<string, string> = {
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
  keepalived: '/usr/sbin/keepalived',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  iproute2: '/usr/sbin/ip',
}
const policy = '/usr/sbin/policy-rc.d'
export const postgresBin = '/usr/lib/postgresql/15/bin'

/** Debian packages that are not installed yet. */
export const missingPackages = (isThere: (path: string) => boolean = existsSync): string[] =>
  Object.entries(requiredPackages).flatMap(([name, path]) => (isThere(path) ? [] : [name]))

/** Installs missing packages; their services are started neither now nor at boot. */
export function installMissing(report: (line: string) => void): void {
  const names = missingPackages()
  if (names.length === 0) return
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0)
    throw new Error(`The lab needs ${names.join(', ')}: as root on Debian it installs them by itself.`)
  report(`Installing ${names.join(', ')}`)
  const isPolicyThere = existsSync(policy)
  if (!isPolicyThere) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    execFileSync('apt-get', ['update', '-qq'], { env, stdio: 'inherit' })
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], { env, stdio: 'ignore' })
    if (existsSync('/run/systemd/system'))
      for (const unit of ['patroni', 'etcd', 'haproxy', 'pgbouncer', 'keepalived', 'postgresql'])
        spawnSync('systemctl', ['disable', '--now', unit], { stdio: 'ignore' })
  } finally {
    if (!isPolicyThere) rmSync(policy)
  }
}
