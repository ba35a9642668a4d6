import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { closest, distance } from 'fastest-levenshtein'
import ipaddr from 'ipaddr.js'
import * as z from 'zod/mini'
import { firstLine, secretFiles, withFiles } from './config-files.ts'

/** Variables of our own commands for developers, benchmarks and trials; a console that these start inherits them. */
const besides = /^OG_(BENCH|DEV|E2E)_/
/** The largest edit distance at which a name still counts as a misspelling of another. */
const slips = 5

/**
 * A sentence for each environment variable that begins with `OG_` and is not in `known`, with the one that was probably
 * meant.
 */
function unknownNames(environment: Readonly<Record<string, unknown>>, known: readonly string[]): string[] {
  return Object.keys(environment)
    .filter(name => /^OG_/i.test(name) && !known.includes(name) && !besides.test(name))
    .map(name => {
      const closestName = closest(name.toUpperCase(), [...known])
      const hint = distance(name.toUpperCase(), closestName) <= slips ? ` Did you mean ${closestName}?` : ''
      return `The environment variable ${name} is unknown and ignored.${hint}`
    })
}

/** All settings that the environment decides, validated once at start; nothing else reads `process.env`. */
export type Config = {
  host: string
  port: number
  /** Absolute folder of all durable data: database and blobs. */
  dataDir: string
  isDataDirChosen: boolean
  adminPassword: string | undefined
  /** Undefined: the embedded PostgreSQL of `dataDir` is used. */
  databaseUrl: string | undefined
  /** An address that bypasses the transaction pooler of `databaseUrl`: for work that needs a session. */
  databaseDirectUrl: string | undefined
  /** One address for each copy of the database that may serve reads. */
  databaseReplicaUrls: string[]
  /** Where Patroni stores in etcd which servers have every acknowledged commit: one address for each member of etcd. */
  databasePatroniUrls: string[]
  /** `file:` in the data folder, `file:/elsewhere`, or `s3:https://endpoint/bucket?region=…` with its two keys. */
  blobUrl: string
  s3AccessKey: string | undefined
  s3SecretKey: string | undefined
  publicUrl: string | undefined
  /** The origin that serves files uploaded by users, instead of the console's own origin. */
  contentOrigin: string | undefined
  /** Addresses of proxies whose X-Forwarded-For is trusted; true for all, false for none. */
  trustProxy: boolean | string[]
  /** CIDR ranges that the monitor may fetch in addition to public addresses; empty outside test networks. */
  crawlAllow: string[]
  /** CIDR ranges that identity providers and webhooks may have in addition to public addresses. */
  outboundAllow: string[]
  /** The text from which the key of stored secrets is made; undefined: a key in the data folder is used. */
  secretKey: string | undefined
  /** User-Agent of the monitor; undefined: its own name, version and address. */
  crawlAgent: string | undefined
  /** Path of the Chromium or Chrome that renders pages; undefined if there is none. */
  chromium: string | undefined
  /** `smtp://user:password@host:port` (STARTTLS where offered) or `smtps:`; undefined: no mail is sent. */
  smtpUrl: string | undefined
  /** The sender's address, with or without a name. */
  smtpFrom: string | undefined
  upload: UploadLimits
  /** The folder of backups that are given no path of their own; undefined: `backup` in the data folder. */
  backupDir: string | undefined
  /** The passphrase that encrypts and decrypts backups. */
  backupPassphrase: string | undefined
  /** Multiplies every quota and rate limit of users; 1 outside trials and benchmarks. */
  boundFactor: number
  /** `shared_buffers` of the embedded PostgreSQL. */
  postgresBufferMb: number
  /** The token that grants access to `/metrics`; undefined: only programs of this machine have access. */
  metricsToken: string | undefined
  /** How long an API that is shutting down still accepts connections, so that load balancers can notice. */
  noticeMs: number
  /** Loopback port on which a worker reports its health; undefined: none. */
  workerPort: number | undefined
  /** Statements that take longer are logged. */
  slowStatementMs: number
  /** A sentence for each variable that has our prefix and an unknown name. */
  unknown: string[]
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  isProduction: boolean
}

/** Limits of uploads in bytes: one file, all files of one user, all files together. */
export type UploadLimits = { fileBytes: number; userBytes: number; totalBytes: number }

const Megabytes = (most: string) => z._default(z.string().check(z.regex(/^[1-9]\d{0,8}$/)), most)

const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ })
const etcdUrl = /^etcd3?:https?:\/\/[^/?#]+\/[^/?#]+[^?#]*$/

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, '')
}

const Environment = z.object({
  HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  PORT: z._default(z.string().check(z.regex(/^\d{1,5}$/)), '8080'),
  OG_DATA_DIR: z.optional(z.string().check(z.minLength(1))),
  OG_ADMIN_PASSWORD: z.optional(z.string().check(z.minLength(12))),
  DATABASE_URL: z.optional(postgresUrl),
  DATABASE_DIRECT_URL: z.optional(postgresUrl),
  DATABASE_REPLICA_URL: z._default(
    z.string().check(z.refine(text => listOf(text).every(url => postgresUrl.safeParse(url).success))),
    '',
  ),
  DATABASE_PATRONI_URL: z._default(
    z.string().check(z.refine(text => listOf(text).every(url => etcdUrl.test(url) && URL.canParse(url)))),
    '',
  ),
  OG_BLOB_URL: z._default(z.string().check(z.regex(/^(file:|s3:https?:\/\/[^/]+\/[^/?]+)/)), 'file:'),
  OG_S3_ACCESS_KEY: z.optional(z.string().check(z.minLength(1))),
  OG_S3_SECRET_KEY: z.optional(z.string().check(z.minLength(1))),
  OG_PUBLIC_URL: z.optional(z.url({ protocol: /^https?$/ })),
  OG_CONTENT_ORIGIN: z.optional(z.string().check(z.refine(isOrigin))),
  OG_TRUST_PROXY: z._default(z.string(), ''),
  OG_CRAWL_ALLOW: z._default(
    z.string().check(z.refine(text => listOf(text).every(range => ipaddr.isValidCIDR(range)))),
    '',
  ),
  OG_OUTBOUND_ALLOW: z._default(
    z.string().check(z.refine(text => listOf(text).every(range => ipaddr.isValidCIDR(range)))),
    '',
  ),
  OG_SECRET_KEY: z.optional(z.string().check(z.minLength(32))),
  OG_CRAWL_AGENT: z.optional(z.string().check(z.regex(/^[\x20-\x7e]{3,200}$/))),
  OG_CHROMIUM: z.optional(z.string().check(z.refine(path => existsSync(path)))),
  OG_UPLOAD_FILE_MB: Megabytes('2048'),
  OG_UPLOAD_USER_MB: Megabytes('20480'),
  OG_UPLOAD_TOTAL_MB: Megabytes('204800'),
  OG_POSTGRES_BUFFER_MB: Megabytes('256'),
  OG_BOUND_FACTOR: z._default(z.string().check(z.regex(/^[1-9]\d{0,4}$/)), '1'),
  OG_SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/ })),
  OG_SMTP_FROM: z.optional(z.string().check(z.regex(/^([^<>@\r\n]+<)?[^<>@\s]+@[^<>@\s]+>?$/))),
  OG_BACKUP_DIR: z.optional(z.string().check(z.refine(isAbsolute))),
  OG_BACKUP_PASSPHRASE: z.optional(z.string().check(z.minLength(8))),
  OG_BACKUP_PASSPHRASE_FILE: z.optional(z.string().check(z.refine(path => (firstLine(path)?.length ?? 0) >= 8))),
  OG_METRICS_TOKEN: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{16,200}$/))),
  OG_END_NOTICE_SECONDS: z._default(z.string().check(z.regex(/^\d{1,2}$/)), '2'),
  OG_WORKER_PORT: z.optional(z.string().check(z.regex(/^\d{1,5}$/))),
  OG_SLOW_STATEMENT_MS: z._default(z.string().check(z.regex(/^[1-9]\d{0,6}$/)), '1000'),
  OG_LOG_LEVEL: z._default(z.enum(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
})

const hints: Record<string, string> = {
  HOST: 'an address to listen on, such as 127.0.0.1 or 0.0.0.0',
  PORT: 'a port from 1 to 65535',
  OG_DATA_DIR: 'a folder',
  OG_ADMIN_PASSWORD: 'at least 12 characters',
  DATABASE_URL: 'postgres://user:password@host:port/database',
  DATABASE_DIRECT_URL: 'postgres://user:password@host:port/database; only together with DATABASE_URL',
  DATABASE_REPLICA_URL: 'postgres://user:password@host:port/database, one for each replica, separated by commas',
  DATABASE_PATRONI_URL:
    'etcd:http://host:2379/service/scope (etcd3: if Patroni uses that), one for each member, separated by commas; only together with DATABASE_REPLICA_URL',
  OG_BLOB_URL: 'file: for the data folder, file:/absolute/folder, or s3:https://endpoint/bucket?region=name',
  OG_S3_ACCESS_KEY: 'the access key of the s3: bucket',
  OG_S3_SECRET_KEY: 'the secret key of the s3: bucket',
  OG_PUBLIC_URL: 'the https:// address users open',
  OG_CONTENT_ORIGIN: 'an https:// address without a path, with a host other than that of OG_PUBLIC_URL',
  OG_TRUST_PROXY: 'true, or proxy addresses separated by commas',
  OG_CRAWL_ALLOW: 'address ranges separated by commas, such as 127.0.0.0/8,10.1.0.0/16',
  OG_OUTBOUND_ALLOW: 'address ranges separated by commas, such as 10.1.0.0/16',
  OG_SECRET_KEY: 'at least 32 characters, the same on all machines',
  OG_CRAWL_AGENT: '3 to 200 ASCII characters',
  OG_CHROMIUM: 'the path of a Chromium or Chrome that exists',
  OG_UPLOAD_FILE_MB: 'a number of megabytes from 1',
  OG_UPLOAD_USER_MB: 'a number of megabytes from 1',
  OG_UPLOAD_TOTAL_MB: 'a number of megabytes from 1',
  OG_POSTGRES_BUFFER_MB: 'a number of megabytes from 1',
  OG_BOUND_FACTOR: 'a whole number from 1 to 99999',
  OG_SMTP_URL: 'smtp://user:password@host:587 or smtps://user:password@host:465',
  OG_SMTP_FROM: 'the sender of mail, such as Og Group <og@example.org>; needed with OG_SMTP_URL',
  OG_BACKUP_DIR: 'the absolute path of a folder',
  OG_BACKUP_PASSPHRASE: 'at least 8 characters',
  OG_BACKUP_PASSPHRASE_FILE: 'a file whose first line is at least 8 characters long',
  OG_METRICS_TOKEN: '16 to 200 ASCII characters without spaces',
  OG_END_NOTICE_SECONDS: 'a number of seconds from 0 to 99',
  OG_WORKER_PORT: 'a port from 1 to 65535',
  OG_SLOW_STATEMENT_MS: 'a number of milliseconds from 1',
  OG_LOG_LEVEL: 'debug, info, warn, error or silent',
}
for (const name of secretFiles) hints[name] = `a file whose first line is the value of ${name.replace(/_FILE$/, '')}`

/** Browsers separate origins by host; cookies ignore the port. */
function isOwnHost(contentOrigin: string | undefined, publicUrl: string | undefined): boolean {
  const host = URL.parse(contentOrigin ?? '')?.hostname
  return host !== undefined && host === URL.parse(publicUrl ?? '')?.hostname
}

/** Every variable that this product reads. */
export const variables: readonly string[] = Object.keys(hints)

const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/** The configuration, or an error that names each faulty variable and its expected form. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const { environment: present, faults } = withFiles(given)
  const read = Environment.safeParse(present)
  if (!read.success) faults.push(...read.error.issues.map(issue => String(issue.path[0])))
  const port = Number(present.PORT ?? 8080)
  if (!faults.includes('PORT') && (port < 1 || port > 65535)) faults.push('PORT')
  const workerPort = present.OG_WORKER_PORT === undefined ? undefined : Number(present.OG_WORKER_PORT)
  if (!faults.includes('OG_WORKER_PORT') && workerPort !== undefined && (workerPort < 1 || workerPort > 65535))
    faults.push('OG_WORKER_PORT')
  if (present.OG_BLOB_URL?.startsWith('s3:'))
    faults.push(...['OG_S3_ACCESS_KEY', 'OG_S3_SECRET_KEY'].filter(name => present[name] === undefined))
  if (present.DATABASE_DIRECT_URL !== undefined && present.DATABASE_URL === undefined)
    faults.push('DATABASE_DIRECT_URL')
  if (present.DATABASE_PATRONI_URL !== undefined && present.DATABASE_REPLICA_URL === undefined)
    faults.push('DATABASE_PATRONI_URL')
  if (isOwnHost(present.OG_CONTENT_ORIGIN, present.OG_PUBLIC_URL)) faults.push('OG_CONTENT_ORIGIN')
  if (present.OG_SMTP_URL !== undefined && present.OG_SMTP_FROM === undefined) faults.push('OG_SMTP_FROM')
  if (!read.success || faults.length > 0)
    throw new Error(
      ['The configuration is not valid:', ...faults.map(name => `  ${name} should be ${hints[name]}`)].join('\n'),
    )
  const env = read.data
  return {
    host: env.HOST,
    port,
    dataDir: resolve(env.OG_DATA_DIR ?? 'data'),
    isDataDirChosen: env.OG_DATA_DIR !== undefined,
    adminPassword: env.OG_ADMIN_PASSWORD,
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    databaseReplicaUrls: listOf(env.DATABASE_REPLICA_URL),
    databasePatroniUrls: listOf(env.DATABASE_PATRONI_URL),
    blobUrl: env.OG_BLOB_URL,
    s3AccessKey: env.OG_S3_ACCESS_KEY,
    s3SecretKey: env.OG_S3_SECRET_KEY,
    publicUrl: env.OG_PUBLIC_URL,
    contentOrigin: env.OG_CONTENT_ORIGIN,
    trustProxy: trustProxyOf(env.OG_TRUST_PROXY),
    crawlAllow: listOf(env.OG_CRAWL_ALLOW),
    outboundAllow: listOf(env.OG_OUTBOUND_ALLOW),
    secretKey: env.OG_SECRET_KEY,
    crawlAgent: env.OG_CRAWL_AGENT,
    chromium: env.OG_CHROMIUM ?? onPath(environment.PATH, browsers),
    upload: {
      fileBytes: Number(env.OG_UPLOAD_FILE_MB) * 1_048_576,
      userBytes: Number(env.OG_UPLOAD_USER_MB) * 1_048_576,
      totalBytes: Number(env.OG_UPLOAD_TOTAL_MB) * 1_048_576,
    },
    backupDir: env.OG_BACKUP_DIR,
    backupPassphrase:
      env.OG_BACKUP_PASSPHRASE ??
      (env.OG_BACKUP_PASSPHRASE_FILE === undefined ? undefined : firstLine(env.OG_BACKUP_PASSPHRASE_FILE)),
    boundFactor: Number(env.OG_BOUND_FACTOR),
    postgresBufferMb: Number(env.OG_POSTGRES_BUFFER_MB),
    smtpUrl: env.OG_SMTP_URL,
    smtpFrom: env.OG_SMTP_FROM,
    metricsToken: env.OG_METRICS_TOKEN,
    noticeMs: Number(env.OG_END_NOTICE_SECONDS) * 1_000,
    workerPort,
    slowStatementMs: Number(env.OG_SLOW_STATEMENT_MS),
    unknown: unknownNames(environment, variables),
    logLevel: env.OG_LOG_LEVEL,
    isProduction: environment.NODE_ENV !== 'development',
  }
}

function trustProxyOf(text: string): boolean | string[] {
  if (text === '' || text === 'false') return false
  if (text === 'true') return true
  return listOf(text)
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
}

/** The first of these programs that is in a folder of the PATH. */
function onPath(path: string | undefined, names: readonly string[]): string | undefined {
  const folders = (path ?? '').split(delimiter).filter(folder => folder !== '')
  return names.flatMap(name => folders.map(folder => join(folder, name))).find(file => existsSync(file))
}

/** The environment for a program that is started: this process's own variables, which win over `more`. */
export const environmentWith = (more: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({ ...more, ...process.env })
