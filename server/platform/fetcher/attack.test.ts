import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFetcher } from './fetch.ts'
import { openGuard } from './guard.ts'
import { readTarget } from './target.ts'

/** A server that must never be reached, and a resolver that maps every name to it. */
let reached = 0
let port = 0
const inside = createServer((_, response) => {
  reached += 1
  response.end('inside')
})
beforeAll(async () => {
  await new Promise<void>(resolve => inside.listen(0, '127.0.0.1', resolve))
  port = (inside.address() as AddressInfo).port
})
afterAll(() => new Promise(resolve => inside.close(resolve)))

/** Ways to write the address of this machine or its network; PORT is the server's. */
const written = [
  // IPv4 as numbers in other bases and lengths.
  'http://127.0.0.1:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f000001:PORT/',
  'http://0x7F.0.0.1:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://017700000001:PORT/',
  'http://127.1:PORT/',
  'http://127.0.1:PORT/',
  'http://0x7f.1:PORT/',
  'http://127.0x0.0.0x1:PORT/',
  'http://00000177.0.0.01:PORT/',
  'http://0:PORT/',
  'http://0x:PORT/',
  'http://0.0.0.0:PORT/',
  // A trailing dot, and other dot characters.
  'http://127.0.0.1.:PORT/',
  'http://127.0.0.1..:PORT/',
  'http://127。0。0。1:PORT/',
  'http://127．0．0．1:PORT/',
  'http://127｡0｡0｡1:PORT/',
  // Digits of other scripts, and characters that the parser removes.
  'http://１２７.０.０.１:PORT/',
  'http://①②⑦.⓪.⓪.①:PORT/',
  'http://127.0.0.1\u00ad:PORT/',
  'http://127.0.\u200b0.1:PORT/',
  // Hosts with percent encoding.
  'http://%31%32%37.0.0.1:PORT/',
  'http://127%2e0%2e0%2e1:PORT/',
  'http://%6c%6f%63%61%6c%68%6f%73%74:PORT/',
  // Tabs, line ends and spaces that the parser removes.
  ' http://127.0.0.1:PORT/ ',
  'ht\ntp://127.0.0\t.1:PORT/',
  'http://127.0.0.1\r\n:PORT/',
  // Backslashes, missing and doubled slashes.
  'http:\\\\127.0.0.1:PORT\\',
  'http:/127.0.0.1:PORT/',
  'http:127.0.0.1:PORT/',
  'http:////127.0.0.1:PORT/',
  'http:///127.0.0.1:PORT/',
  // User names and passwords that look like hosts.
  'http://example.org@127.0.0.1:PORT/',
  'http://example.org:80@127.0.0.1:PORT/',
  'http://127.0.0.1:PORT\\@example.org/',
  'http://example.org%40127.0.0.1:PORT/',
  'http://example.org#@127.0.0.1:PORT/',
  'http://example.org?@127.0.0.1:PORT/',
  'http://127.0.0.1:PORT#example.org',
  'http://@127.0.0.1:PORT/',
  'http://:@127.0.0.1:PORT/',
  // IPv6: mapped, compatible, translated, with zones.
  'http://[::1]:PORT/',
  'http://[0:0:0:0:0:0:0:1]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://[::127.0.0.1]:PORT/',
  'http://[::ffff:0:127.0.0.1]:PORT/',
  'http://[64:ff9b::127.0.0.1]:PORT/',
  'http://[64:ff9b:1::127.0.0.1]:PORT/',
  'http://[2002:7f00:1::]:PORT/',
  'http://[2001:0:4136:e378:8000:63bf:80ff:fffe]:PORT/',
  'http://[::]:PORT/',
  'http://[fe80::1%25lo]:PORT/',
  'http://[fec0::1]:PORT/',
  'http://[fd00::1]:PORT/',
  'http://[ff02::1]:PORT/',
  'http://[100::1]:PORT/',
  'http://[5f00::1]:PORT/',
  // Ranges of the hosting provider and of private networks.
  'http://100.64.0.1:PORT/',
  'http://100.127.255.254:PORT/',
  'http://169.254.169.254:PORT/',
  'http://192.0.0.8:PORT/',
  'http://198.19.255.255:PORT/',
  'http://240.0.0.1:PORT/',
  // Names that the resolver maps to the server.
  'http://localhost:PORT/',
  'http://LOCALHOST.:PORT/',
  'http://a.localhost:PORT/',
  'http://rebind.example:PORT/',
  'http://rebind.example..:PORT/',
  'http://xn--n3h.example:PORT/',
  'http://faß.example:PORT/',
  'http://%E2%98%83.example:PORT/',
]

describe.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '0.0.0.0', '127.0.0.1%lo'])(
  'a resolver that returns %s',
  answer => {
    const requested: string[] = []
    const guard = openGuard({
      lookup: async host => {
        requested.push(host)
        return [answer]
      },
    })
    const fetcher = openFetcher(guard, { agentName: 'test', connectMs: 500 })
    afterAll(() => fetcher.close())

    test('never leads to an internal address, however the address is written', async () => {
      const passed: string[] = []
      for (const address of written) {
        const got = await fetcher.fetchPage(address.replaceAll('PORT', String(port)), { totalMs: 2_000 })
        if (got.ok || !['bad_url', 'refused_address'].includes(got.reason))
          passed.push(`${address}: ${JSON.stringify(got)}`)
      }
      expect(passed).toEqual([])
      expect(reached).toBe(0)
      // Literal addresses are checked without a lookup.
      expect(requested.filter(host => /^[\d.]+$|:/.test(host))).toEqual([])
    })
  },
)

test('the checked address is the connected one: rows of the URL standard', () => {
  const host = (text: string) => {
    const url = URL.parse(text)
    return url && readTarget(url).host
  }
  for (const [text, expected] of [
    ['http://192.0x00A80001/', '192.168.0.1'],
    ['http://192.168.257/', '192.168.1.1'],
    ['http://192.168.0.257/', null],
    ['http://256.256.256.256/', null],
    ['http://0x100000000/', null],
    ['http://1.2.3.4.5/', null],
    ['http://foo.0x/', null],
    ['http://1.2.3.08/', null],
    ['http://[::127.0.0.1.]/', null],
    ['http://[0:1.23.23]/', null],
    ['http://[::1.2.3.4.5]/', null],
    ['http://[1:2:3:4:5:6:7:8:9]/', null],
    ['http://[::%31]/', null],
    ['http://[1::1::1]/', null],
    ['http://%30%78%63%30%2e%30%32%35%30.01/', '192.168.0.1'],
    ['http://％４１.com/', null],
    ['http://GOO\u200b\u2060\ufeffgoo.com/', 'googoo.com'],
    ['http://GOO 　goo.com/', null],
    ['http://a%00b/', null],
    ['http://a<b/', null],
    ['http://ho\tst/', 'host'],
    ['http://./', ''],
    ['http://example.com./', 'example.com'],
  ] as const)
    expect(host(text), text).toBe(expected)
})
