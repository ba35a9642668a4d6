import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readHead } from './head.ts'
import { judgeSender, matchesRule, namedOgs, readResults } from './sender.ts'
import { message, serverId } from './testing.ts'

const rules = { senders: ['sender.example'], server_id: serverId }
const headOf = (text: string | Buffer) => {
  const bytes = Buffer.from(text)
  return readHead(bytes.subarray(0, bytes.indexOf('\r\n\r\n')))
}
const reasonOf = async (raw: string) => judgeSender(rules, await headOf(raw))?.reason ?? null
const results = (text: string) => `Authentication-Results: ${serverId}; ${text}`

describe('a sender is accepted', () => {
  test.each([
    ['by DMARC of the domain', 'dmarc=pass (p=reject) header.from=sender.example'],
    ['by DKIM of the domain', 'spf=fail smtp.mailfrom=x.example; dkim=pass header.d=sender.example header.s=k1'],
    ['by SPF of the domain', 'spf=pass smtp.mailfrom=bounce@sender.example'],
    ['in capitals, folded', 'DMARC=Pass\r\n header.from=Sender.Example'],
  ])('%s', async (_, text) => {
    expect(await reasonOf(message({ result: results(text) }))).toBe(null)
  })
})

describe('a sender is refused', () => {
  const forged = results('dmarc=pass header.from=sender.example')
  test.each([
    ['without any result', null, [], 'no_result'],
    [
      'with the result of another server',
      'Authentication-Results: mx.other; dmarc=pass header.from=sender.example',
      [],
      'no_result',
    ],
    [
      'with a forged result below the real one',
      results('dmarc=fail header.from=sender.example'),
      [forged],
      'not_verified',
    ],
    ['with a pass of another domain', results('dkim=pass header.d=evil.example'), [], 'not_verified'],
    ['with a pass of a domain that only ends alike', results('dkim=pass header.d=r.example'), [], 'not_verified'],
    ['with a pass in a comment', results('dmarc=fail (x; dmarc=pass header.from=sender.example)'), [], 'not_verified'],
    [
      'with a pass in quotes',
      results('spf=fail smtp.mailfrom="x; dmarc=pass header.from=sender.example"'),
      [],
      'not_verified',
    ],
    [
      'with two values of one property',
      results('dkim=pass header.d=evil.example header.d=sender.example'),
      [],
      'not_verified',
    ],
  ] as const)('%s', async (_, result, head, reason) => {
    expect(await reasonOf(message({ result, head: [...head] }))).toBe(reason)
  })

  test.each([
    ['without an author', 'nothing', 'no_sender'],
    ['with two authors', 'a@sender.example, b@evil.example', 'many_senders'],
    ['with two lines of authors', 'a@sender.example\r\nFrom: b@evil.example', 'many_senders'],
    ['who is not listed', 'a@sender.example.evil.example', 'not_listed'],
    ['whose name is a listed address', '"a@sender.example" <b@evil.example>', 'not_listed'],
  ])('%s', async (_, from, reason) => {
    expect(await reasonOf(message({ from }))).toBe(reason)
  })
})

test('rules name an address, a domain, or the domains below one', () => {
  expect(matchesRule('a@x.example', 'a@x.example')).toBe(true)
  expect(matchesRule('a@x.example', 'b@x.example')).toBe(false)
  expect(matchesRule('x.example', 'a@y.x.example')).toBe(false)
  expect(matchesRule('*.x.example', 'a@y.x.example')).toBe(true)
  expect(matchesRule('*.x.example', 'a@x.example')).toBe(false)
  expect(matchesRule('例子.example', 'a@xn--fsqu00a.example')).toBe(true)
})

test('a line without results has none', () => {
  expect(readResults(`${serverId} 1; none`)).toEqual({ serverId, results: [] })
  expect(readResults('')).toEqual({ serverId: '', results: [] })
})

test('organisations are named in the subject and the addressees', () => {
  const to = [
    { name: '', address: 'in+og12@x' },
    { name: '', address: 'in+12@x' },
  ]
  expect(namedOgs({ subject: 'Re: [OG:7] and [og: 8], [og:0]', to, deliveredTo: ['in+og-9@x'] })).toEqual([7, 8, 12, 9])
})

describe('a head is read', () => {
  const start = 'Message-ID: <1@x>\r\nDate: Sat, 28 Nov 2026 09:59:00 +0000\r\n'
  const end = '\r\n\r\n'
  test('in encoded words of GBK and ISO-2022-JP', async () => {
    const from = 'From: =?gb2312?B?1cXI/Q==?= <Z@X.example>\r\nSubject: =?ISO-2022-JP?B?GyRCRnxLXBsoQg==?='
    expect(await headOf(`${start}${from}${end}`)).toMatchObject({
      from: [{ name: '张三', address: 'z@x.example' }],
      subject: '日本',
      messageId: '1@x',
    })
  })

  test('in bytes of GBK and ISO-2022-JP that name no charset', async () => {
    // 关于北极星研究所的年度报告
    const gbk = Buffer.from('b9d8d3dab1b1bcabd0c7d1d0bebfcbf9b5c4c4eab6c8b1a8b8e6', 'hex')
    const chinese = Buffer.concat([Buffer.from(`${start}Subject: `), gbk, Buffer.from(end)])
    expect((await headOf(chinese)).subject).toBe('关于北极星研究所的年度报告')
    expect((await headOf(`${start}Subject: \u001b$BF|K\\\u001b(B${end}`)).subject).toBe('日本')
  })

  test('without Message-ID, date or subject', async () => {
    expect(await headOf(`From: a@x.example\r\nDate: never${end}`)).toMatchObject({
      ...{ messageId: null, sentAt: null, subject: '', refs: [] },
    })
  })
})

const folder = fileURLToPath(new URL('../../../../shared/data/mail/', import.meta.url))
const isThere = existsSync(folder)
if (!isThere) console.info('Skipped: the messages of ../shared/data/mail are not on this machine.')

test.skipIf(!isThere)('the heads of real messages are read', async () => {
  const real = (name: string) => {
    const bytes = readFileSync(`${folder}${name}`)
    const end = bytes.indexOf(bytes.includes('\r\n\r\n') ? '\r\n\r\n' : '\n\n')
    return readHead(bytes.subarray(0, end))
  }
  const first = await real('jt-0498.msg')
  expect(first.from.map(each => each.address)).toEqual(['gaffneydp@aol.com'])
  expect(first.sentAt).toMatch(/^1998-04-30/)
  expect(judgeSender(rules, await real('empty-preamble.msg'))).not.toBe(null)
})
