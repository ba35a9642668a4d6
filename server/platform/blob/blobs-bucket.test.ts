import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeBucket } from './blobs-bucket.ts'

const buckets = new Set<string>()
let requested: string[] = []
let mayMake = true
let server: Server

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/\/$/, '')
    requested.push(`${request.method} ${path}`)
    request.resume()
    if (request.method === 'PUT') {
      if (mayMake) buckets.add(path)
      return void response.writeHead(mayMake ? 200 : 403).end()
    }
    response.writeHead(buckets.has(path) ? 200 : 404).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
})
beforeEach(() => {
  buckets.clear()
  requested = []
  mayMake = true
})
afterAll(() => new Promise(resolve => server.close(resolve)))

const make = () =>
  makeBucket(`http://127.0.0.1:${(server.address() as AddressInfo).port}/og-group?region=eu-test-1`, 'key', 'secret')

describe('a bucket', () => {
  it('is created once, if it is missing', async () => {
    expect(await make()).toBe(true)
    expect(await make()).toBe(false)
    expect(requested.filter(each => each.startsWith('PUT'))).toEqual(['PUT /og-group'])
  })

  it('that the store refuses is reported in one sentence', async () => {
    mayMake = false
    await expect(make()).rejects.toThrow('refused to create the bucket: create it manually')
  })
})
