import { readFileSync } from 'node:fs'

/** Secrets that can be in a file instead, as containers and service managers provide them. */
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
  'OG_SECRET_KEY',
]

/** Each secret may be given as NAME or as NAME_FILE. */
export const secretFiles = secrets.map(name => `${name}_FILE`)

/**
 * The environment with the values of its secret files; a variable that is set itself wins over its file. `faults`:
 * names of the variables whose file cannot be read or has an empty first line.
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

/** The first line of a file; undefined if the file cannot be read. */
export function firstLine(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').split(/\r?\n/)[0]
  } catch {
    return undefined
  }
}
