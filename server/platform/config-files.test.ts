import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'og-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))
function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

describe('a secret in a file', () => {
  it('counts like the environment variable, without its line end', () => {
    const config = readConfig({
      DATABASE_URL_FILE: file('url', 'postgres://og:𠮷@db/og\n'),
      DATABASE_DIRECT_URL_FILE: file('direct', 'postgres://og@direct/og'),
      OG_S3_SECRET_KEY_FILE: file('key', 'a key\r\nand what nobody reads'),
    })
    expect(config.databaseUrl).toBe('postgres://og:𠮷@db/og')
    expect(config.databaseDirectUrl).toBe('postgres://og@direct/og')
    expect(config.s3SecretKey).toBe('a key')
    expect(config.unknown).toEqual([])
  })

  it('gives way to the environment variable', () => {
    const config = readConfig({ DATABASE_URL: 'postgres://kept/og', DATABASE_URL_FILE: '/nowhere' })
    expect(config.databaseUrl).toBe('postgres://kept/og')
  })

  it('that cannot be read, or is empty, is a fault that names the variable', () => {
    expect(() => readConfig({ OG_METRICS_TOKEN_FILE: '/nowhere' })).toThrow(
      'OG_METRICS_TOKEN_FILE should be a file whose first line is the value of OG_METRICS_TOKEN',
    )
    expect(() => readConfig({ OG_ADMIN_PASSWORD_FILE: file('empty', '\n') })).toThrow('OG_ADMIN_PASSWORD_FILE')
  })

  it('is validated like the environment variable', () => {
    expect(() => readConfig({ OG_ADMIN_PASSWORD_FILE: file('short', 'short') })).toThrow(
      'OG_ADMIN_PASSWORD should be at least 12 characters',
    )
  })
})
