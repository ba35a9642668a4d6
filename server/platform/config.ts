import { resolve } from 'node:path'
import * as z from 'zod/mini'

/** Everything the environment decides, checked once at start; nothing else reads `process.env`. */
export type Config = {
  host: string
  port: number
  /** Absolute folder of everything that lasts: database, blobs. */
  dataDir: string
  isDataDirChosen: boolean
  adminPassword: string | undefined
  /** Undefined: the embedded PostgreSQL of `dataDir`. */
  databaseUrl: string | undefined
  databaseReplicaUrl: string | undefined
  /** `file:` in the data folder. */
  blobUrl: string
  publicUrl: string | undefined
  /** Addresses of proxies whose X-Forwarded-For is believed; true for all, false for none. */
  trustProxy: boolean | string[]
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  isProduction: boolean
}

const Environment = z.object({
  HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  PORT: z._default(z.string().check(z.regex(/^\d{1,5}$/)), '8080'),
  OG_DATA_DIR: z.optional(z.string().check(z.minLength(1))),
  OG_ADMIN_PASSWORD: z.optional(z.string().check(z.minLength(12))),
  DATABASE_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATABASE_REPLICA_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/ })),
  OG_BLOB_URL: z._default(z.string().check(z.regex(/^file:/)), 'file:'),
  OG_PUBLIC_URL: z.optional(z.url({ protocol: /^https?$/ })),
  OG_TRUST_PROXY: z._default(z.string(), ''),
  OG_LOG_LEVEL: z._default(z.enum(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
})

const hints: Record<string, string> = {
  HOST: 'an address to listen on, such as 127.0.0.1 or 0.0.0.0',
  PORT: 'a port from 1 to 65535',
  OG_DATA_DIR: 'a folder',
  OG_ADMIN_PASSWORD: 'at least 12 characters',
  DATABASE_URL: 'postgres://user:password@host:port/database',
  DATABASE_REPLICA_URL: 'postgres://user:password@host:port/database',
  OG_BLOB_URL: 'file: for the data folder, or file:/absolute/folder',
  OG_PUBLIC_URL: 'the https:// address users open',
  OG_TRUST_PROXY: 'true, or proxy addresses separated by commas',
  OG_LOG_LEVEL: 'debug, info, warn, error or silent',
}

/** The configuration, or an error that names each faulty variable and what it should be. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const read = Environment.safeParse(present)
  const faults = read.success ? [] : read.error.issues.map(issue => String(issue.path[0]))
  const port = Number(present.PORT ?? 8080)
  if (!faults.includes('PORT') && (port < 1 || port > 65535)) faults.push('PORT')
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
    databaseReplicaUrl: env.DATABASE_REPLICA_URL,
    blobUrl: env.OG_BLOB_URL,
    publicUrl: env.OG_PUBLIC_URL,
    trustProxy: trustProxyOf(env.OG_TRUST_PROXY),
    logLevel: env.OG_LOG_LEVEL,
    isProduction: environment.NODE_ENV !== 'development',
  }
}

function trustProxyOf(text: string): boolean | string[] {
  if (text === '' || text === 'false') return false
  if (text === 'true') return true
  return text.split(',').map(part => part.trim())
}
