// Configuration files of the lab, as text: docs/operations.md has the same lines with their reasons.
import { type Machine, machinesOf, ports, secrets, virtual } from './plan.ts'

/**
 * In seconds; loop_wait + 2 * retry_timeout must not exceed ttl, otherwise a slow etcd costs a healthy primary its
 * role.
 */
export const patroniTimes = { ttl: 8, loop_wait: 1, retry_timeout: 3 }

export function etcdArguments({ name, address }: Machine, folder: string): string[] {
  const peers = machinesOf('etcd').map(each => `${each.name}=http://${each.address}:2380`)
  return [
    `--name=${name}`,
    `--data-dir=${folder}`,
    `--listen-peer-urls=http://${address}:2380`,
    `--initial-advertise-peer-urls=http://${address}:2380`,
    `--listen-client-urls=http://${address}:2379,http://127.0.0.1:2379`,
    `--advertise-client-urls=http://${address}:2379`,
    `--initial-cluster=${peers.join(',')}`,
    '--initial-cluster-state=new',
    '--initial-cluster-token=og-lab',
    '--heartbeat-interval=100',
    '--election-timeout=1000',
    '--enable-v2=true',
    '--log-level=error',
  ]
}

/** Patroni reads YAML, of which JSON is a subset. */
export function patroniConfig({ name, address }: Machine, folder: string, bin: string): string {
  const user = (username: string, password: string) => ({ username, password })
  return JSON.stringify(
    {
      scope: 'og',
      name,
      restapi: { listen: `${address}:${ports.patroni}`, connect_address: `${address}:${ports.patroni}` },
      // With etcd3, a paused primary of Patroni 3.0.2 (Debian 12) takes the lock back from the new primary when it
      // wakes, because it writes without comparing. With the older protocol it compares.
      etcd: { hosts: machinesOf('etcd').map(each => `${each.address}:2379`) },
      bootstrap: {
        dcs: {
          ...patroniTimes,
          // Do not wait for a crashed primary: a standby has everything that was acknowledged.
          primary_start_timeout: 0,
          synchronous_mode: true,
          failsafe_mode: true,
          postgresql: {
            use_pg_rewind: true,
            use_slots: true,
            parameters: {
              max_connections: 200,
              max_wal_senders: 10,
              max_replication_slots: 10,
              wal_log_hints: 'on',
              // A former primary is rewound to its last common checkpoint with the new one, and replays from there: the
              // log since that checkpoint must still exist on the new one.
              wal_keep_size: '2GB',
              shared_buffers: '96MB',
              // Long reads on a standby are not cancelled, and do not delay the replay.
              hot_standby_feedback: 'on',
              // A standby that is cut off delays every commit until it is known to be unreachable.
              wal_sender_timeout: '3s',
              wal_receiver_timeout: '3s',
              tcp_keepalives_idle: 5,
              tcp_keepalives_interval: 2,
              tcp_keepalives_count: 3,
              tcp_user_timeout: '5s',
            },
          },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
        pg_hba: [
          'local all all trust',
          'host all all 10.21.0.0/24 scram-sha-256',
          'host replication all 10.21.0.0/24 scram-sha-256',
        ],
      },
      postgresql: {
        listen: `${address}:${ports.postgres}`,
        connect_address: `${address}:${ports.postgres}`,
        data_dir: `${folder}/data`,
        bin_dir: bin,
        pgpass: `${folder}/pgpass`,
        authentication: {
          superuser: user('postgres', secrets.superuser),
          replication: user('replicator', secrets.replication),
        },
        parameters: { unix_socket_directories: folder },
        remove_data_directory_on_rewind_failure: true,
        remove_data_directory_on_diverged_timelines: true,
      },
    },
    null,
    2,
  )
}

export function haproxyConfig(folder: string): string {
  const servers = (kind: 'database' | 'api', port: number, check: string) =>
    machinesOf(kind).map(each => `  server ${each.name} ${each.address}:${port} ${check}`)
  const byPatroni = `check port ${ports.patroni}`
  const health = (path: string) => [
    `  option httpchk OPTIONS ${path}`,
    '  http-check expect status 200',
    '  timeout check 1s',
    // A client that stays connected to a replaced primary would read outdated data, and could write nothing.
    '  default-server inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions',
  ]
  return `${[
    'global',
    '  maxconn 4000',
    `  stats socket ${folder}/haproxy.sock mode 600 level admin`,
    'defaults',
    '  mode tcp',
    '  timeout connect 1s',
    '  timeout client 1h',
    '  timeout server 1h',
    '  timeout queue 5s',
    '  retries 3',
    '  option redispatch 1',
    // If the client behind HAProxy has vanished, the database still sees HAProxy alive. HAProxy must detect the loss,
    // otherwise locks stay held.
    ...['clitcpka', 'srvtcpka'].flatMap(side => [
      `  option ${side}`,
      `  ${side}-idle 3s`,
      `  ${side}-intvl 1s`,
      `  ${side}-cnt 3`,
    ]),
    'frontend alive',
    '  mode http',
    `  bind :${ports.alive}`,
    '  monitor-uri /alive',
    'listen primary',
    `  bind :${ports.primary} tcp-ut 5s`,
    ...health('/primary'),
    ...servers('database', ports.postgres, byPatroni),
    'listen standbys',
    `  bind :${ports.standbys} tcp-ut 5s`,
    '  balance leastconn',
    ...health('/replica'),
    ...servers('database', ports.postgres, byPatroni),
    'frontend web',
    '  mode http',
    `  bind :${ports.http}`,
    '  option forwardfor',
    '  default_backend apis',
    'backend apis',
    '  mode http',
    '  balance leastconn',
    '  option httpchk GET /livez',
    // An API announces its end by 404: it gets no new clients, and current requests complete.
    '  http-check disable-on-404',
    // An API on a busy machine may be silent for a second; if it were marked down, it would lose all current requests.
    '  timeout check 3s',
    // A write that may have happened must not be repeated: of requests that reached a server, only reads are sent to
    // another.
    '  retry-on conn-failure empty-response',
    '  http-request disable-l7-retry unless METH_GET',
    '  timeout tunnel 1h',
    '  default-server inter 1s fastinter 500ms fall 3 rise 1 on-marked-down shutdown-sessions',
    ...servers('api', ports.api, 'check'),
  ].join('\n')}\n`
}

export function pgbouncerConfig(folder: string): string {
  return `${[
    '[databases]',
    `og = host=127.0.0.1 port=${ports.primary} dbname=og`,
    '[pgbouncer]',
    'listen_addr = *',
    `listen_port = ${ports.pgbouncer}`,
    `unix_socket_dir = ${folder}`,
    'auth_type = scram-sha-256',
    `auth_file = ${folder}/users.txt`,
    'pool_mode = transaction',
    'max_client_conn = 500',
    'default_pool_size = 60',
    'server_login_retry = 1',
    'server_connect_timeout = 3',
    'server_check_delay = 1',
    'query_wait_timeout = 20',
    'tcp_keepidle = 5',
    'tcp_keepintvl = 2',
    'tcp_keepcnt = 3',
    'tcp_user_timeout = 5000',
    'server_reset_query =',
    'log_connections = 0',
    'log_disconnections = 0',
  ].join('\n')}\n`
}

export const pgbouncerUsers = (): string => `"og" "${secrets.og}"\n`

/** The holder of the virtual address serves; a balancer whose HAProxy or PgBouncer does not answer releases it. */
export function keepalivedConfig({ name }: Machine, folder: string): string {
  return `global_defs {
  router_id ${name}
  vrrp_version 3
  script_user root
}
vrrp_script answers {
  script "${folder}/answers.sh"
  interval 1
  timeout 2
  fall 1
  rise 1
}
vrrp_instance og {
  state BACKUP
  nopreempt
  interface eth0
  virtual_router_id 21
  priority ${name === 'lb1' ? 150 : 100}
  advert_int 0.25
  garp_master_refresh 2
  virtual_ipaddress { ${virtual}/24 dev eth0 }
  track_script { answers }
}
`
}

/** Queries both as a client would: a stopped process still accepts connections, but sends nothing. */
export function answersScript(bin: string): string {
  return `#!/bin/bash
exec 3<>/dev/tcp/127.0.0.1/${ports.alive} || exit 1
printf 'GET /alive HTTP/1.0\\r\\n\\r\\n' >&3
read -r -t 1 line <&3 || exit 1
[[ $line == *200* ]] || exit 1
exec ${bin}/pg_isready -q -t 1 -h 127.0.0.1 -p ${ports.pgbouncer} -d og -U og
`
}
