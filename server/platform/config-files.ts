import { readFileSync } from 'node:fs'

/** Secrets that may stand in a file instead, as containers and service managers hand them over. */
const secrets = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'DATABASE_PATRONI_URL',
  'OG_ADMIN_PASSWORD',
  'OG_S3_ACCESS_KEY',
  'OG_S3_SECRET_KEY',
  'OG_SMTP_URL',
  'OG_METRICS_TOKEN',
]

/** Each may be given as NAME or as NAME_FILE. */
export const secretFiles = secrets.map(name => `${name}_FILE`)

/**
 * The environment with the values of its secret files; what is given itself wins over a file. `faults`: names of files
 * that cannot be read, or say nothing in their first line.
 */
export function withFiles(present: Readonly<Record<string, string | undefined>>) {
  const environment = { ...present }
  const faults: string[] = []
  for (const name of secrets) {
    const path = present[`${name}_FILE`]
    if (path === undefined || present[name] !== undefined) continue
    const value = firstLine(path)?.trim()
    if (value) environment[name] = value
    else faults.push(`${name}_FILE`)
  }
  return { environment, faults }
}

/** Of a file; undefined where it cannot be read. */
export function firstLine(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').split(/\r?\n/)[0]
  } catch {
    return undefined
  }
}
