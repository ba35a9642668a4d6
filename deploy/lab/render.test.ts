import { expect, test } from 'vitest'
import { serverOf } from '#server/platform/replica/dcs-client.ts'
import { missingPackages } from './install.ts'
import { machineOf, machines, machinesOf, urls } from './plan.ts'
import {
  etcdArguments,
  haproxyConfig,
  keepalivedConfig,
  patroniConfig,
  patroniTimes,
  pgbouncerConfig,
} from './render.ts'

test('every machine has its own name and address', () => {
  expect(new Set(machines.map(machine => machine.name)).size).toBe(machines.length)
  expect(new Set(machines.map(machine => machine.address)).size).toBe(machines.length)
  for (const kind of ['etcd', 'database', 'api', 'worker'] as const) expect(machinesOf(kind), kind).toHaveLength(3)
})

test('Patroni does not replace a primary because of a slow etcd', () => {
  const { ttl, loop_wait, retry_timeout } = patroniTimes
  expect(loop_wait + 2 * retry_timeout).toBeLessThanOrEqual(ttl)
  const config = JSON.parse(patroniConfig(machineOf('pg2'), '/folder', '/bin'))
  expect(config.bootstrap.dcs).toMatchObject({ ttl, synchronous_mode: true, primary_start_timeout: 0 })
  expect(config.postgresql.connect_address).toBe('10.21.0.22:5432')
  expect(config.etcd.hosts).toHaveLength(3)
  // A primary that was only paused would take back a lock that is written without comparing.
  expect(config).not.toHaveProperty('etcd3')
})

test('HAProxy ends sessions with a former primary, and sends no write to a second server', () => {
  const text = haproxyConfig('/folder')
  for (const { name, address } of machinesOf('database'))
    expect(text.match(new RegExp(`server ${name} ${address}:5432 check port 8008`, 'g'))).toHaveLength(2)
  expect(text.match(/on-marked-down shutdown-sessions/g)).toHaveLength(3)
  expect(text).toContain('http-request disable-l7-retry unless METH_GET\n')
  // By 404 an API announces its end; without this option HAProxy would end its sessions.
  expect(text).toContain('option httpchk GET /livez\n  http-check disable-on-404\n')
})

test('an API gets each member of etcd, and each database under Patroni’s name for it', () => {
  const addresses = urls.patroni.split(',')
  expect(addresses).toHaveLength(3)
  expect(addresses[0]).toBe('etcd:http://10.21.0.11:2379/service/og')
  const replicas = urls.replicas.split(',').map(serverOf)
  const connect = machinesOf('database').map(
    each => JSON.parse(patroniConfig(each, '/folder', '/bin')).postgresql.connect_address,
  )
  expect(replicas).toEqual(connect)
})

test('the other services get the required settings', () => {
  expect(etcdArguments(machineOf('etcd1'), '/folder')).toContain(
    '--initial-cluster=etcd1=http://10.21.0.11:2380,etcd2=http://10.21.0.12:2380,etcd3=http://10.21.0.13:2380',
  )
  expect(etcdArguments(machineOf('etcd1'), '/folder')).toContain('--enable-v2=true')
  expect(pgbouncerConfig('/folder')).toContain('pool_mode = transaction')
  expect(keepalivedConfig(machineOf('lb1'), '/folder')).toContain('priority 150')
  expect(keepalivedConfig(machineOf('lb2'), '/folder')).toContain('priority 100')
})

test('only missing packages are installed', () => {
  expect(missingPackages(() => true)).toEqual([])
  expect(missingPackages(path => !path.includes('etcd'))).toEqual(['etcd-server'])
})
