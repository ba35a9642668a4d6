import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('the monitor fetches only public addresses unless other ranges are allowed', () => {
  expect(readConfig({}).crawlAllow).toEqual([])
  expect(readConfig({ OG_CRAWL_ALLOW: '127.0.0.0/8, fd00::/8' }).crawlAllow).toEqual(['127.0.0.0/8', 'fd00::/8'])
})

test.each([
  ['OG_CRAWL_ALLOW', '127.0.0.1'],
  ['OG_CRAWL_ALLOW', 'everything'],
  ['OG_CRAWL_AGENT', 'a\r\nHost: b'],
  ['OG_CHROMIUM', '/nowhere/chromium'],
  ['OG_CONTENT_ORIGIN', 'https://files.test/path'],
  ['OG_CONTENT_ORIGIN', 'files.test'],
])('%s=%j is reported as a fault, with the expected form', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`${name} should be \\w+`))
})

test('files are served from a host other than the console’s', () => {
  const both = (host: string) => ({ OG_PUBLIC_URL: 'https://og.test', OG_CONTENT_ORIGIN: `https://${host}` })
  expect(readConfig(both('files.test')).contentOrigin).toBe('https://files.test')
  expect(() => readConfig(both('og.test:8443'))).toThrow('OG_CONTENT_ORIGIN should be')
})

test('the browser is the configured one, else one on the PATH, else none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'path-'))
  expect(readConfig({ PATH: folder }).chromium).toBeUndefined()
  await writeFile(join(folder, 'google-chrome'), '')
  expect(readConfig({ PATH: `/nowhere:${folder}` }).chromium).toBe(join(folder, 'google-chrome'))
  expect(readConfig({ PATH: folder, OG_CHROMIUM: '/bin/sh' }).chromium).toBe('/bin/sh')
  await rm(folder, { recursive: true })
})

test('a variable with our prefix and an unknown name is reported with the one that was probably meant', () => {
  expect(
    readConfig({ OG_DATADIR: '/srv/og', og_log_level: 'warn', OG_WEATHER_OF_TOMORROW: '1', OG_PORT: '' }).unknown,
  ).toEqual([
    'The environment variable OG_DATADIR is unknown and ignored. Did you mean OG_DATA_DIR?',
    'The environment variable og_log_level is unknown and ignored. Did you mean OG_LOG_LEVEL?',
    'The environment variable OG_WEATHER_OF_TOMORROW is unknown and ignored.',
    'The environment variable OG_PORT is unknown and ignored. Did you mean PORT?',
  ])
  expect(readConfig({ OG_DATA_DIR: '/srv/og', OG_DEV_PORT: '5173', PATH: '/bin' }).unknown).toEqual([])
})
