import { describe, expect, test } from 'vitest'
import { openGuard } from './guard.ts'

const closed = openGuard({})
const refused = (text: string, guard = closed) => guard.judgeUrl(new URL(text))?.reason ?? null

describe('an address', () => {
  test.each([
    '127.0.0.1',
    '127.8.9.1',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.100.100.200',
    '0.0.0.0',
    '0.1.2.3',
    '224.0.0.1',
    '255.255.255.255',
    '192.0.0.192',
    '198.18.0.1',
    '192.88.99.1',
    '168.63.129.16',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:0:7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2002:c0a8:101::1',
    '2001:0:5ef5::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'fd00:ec2::254',
    'ff02::1',
    '2001:db8::1',
    '4000::1',
    'localhost',
    '',
  ])('%s is refused', address => {
    expect(closed.isAllowed(address)).toBe(false)
  })

  test.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808', '2002:808:808::1'])(
    '%s is public',
    address => {
      expect(closed.isAllowed(address)).toBe(true)
    },
  )

  test('inside an allowed range passes, also when it is written as IPv6; its neighbours do not', () => {
    const guard = openGuard({ allow: ['127.0.1.0/24', 'fd00:1::/32'] })
    expect(['127.0.1.7', '::ffff:127.0.1.7', 'fd00:1::5'].map(guard.isAllowed)).toEqual([true, true, true])
    expect(['127.0.2.7', '::ffff:127.0.2.7', 'fd00:2::5', '::1'].map(guard.isAllowed)).toEqual(Array(4).fill(false))
  })
})

describe('a URL', () => {
  test.each([
    ['http://2130706433/', 'refused_address'],
    ['http://0177.0.0.1/', 'refused_address'],
    ['http://0x7f.1/', 'refused_address'],
    ['http://127.1/', 'refused_address'],
    ['http://[::1]/', 'refused_address'],
    ['http://[::ffff:7f00:1]/', 'refused_address'],
    ['http://[::ffff:169.254.169.254]/', 'refused_address'],
    ['http://１２７.０.０.１/', 'refused_address'],
    ['http://127.0.0.1./', 'refused_address'],
    ['http://user:secret@example.org/', 'bad_url'],
    ['ftp://example.org/', 'bad_url'],
    ['file:///etc/passwd', 'bad_url'],
    ['gopher://example.org/', 'bad_url'],
    ['http://example.org:25/', 'refused_address'],
    ['http://example.org:22/', 'refused_address'],
    ['https://example.org:0/', 'refused_address'],
    ['http://example.org:8080/', null],
    ['https://example.org/', null],
    ['https://example.org:80/', null],
    ['http://93.184.216.34/', null],
  ])('%s: %s', (url, reason) => {
    expect(refused(url)).toBe(reason)
  })
})

describe('a name', () => {
  const resolving = (...addresses: string[]) => openGuard({ lookup: async () => addresses })

  test('with public addresses returns them all', async () => {
    expect(await resolving('8.8.8.8', '2606:4700::1').resolve('a.test')).toEqual({
      addresses: ['8.8.8.8', '2606:4700::1'],
    })
  })

  test('with one private address among public ones is refused, with that address as the reason', async () => {
    expect(await resolving('8.8.8.8', '10.1.2.3').resolve('a.test')).toEqual({
      refusal: { reason: 'refused_address', detail: 'a.test is 10.1.2.3' },
    })
  })

  test('without any address fails as an unknown name does', async () => {
    await expect(resolving().resolve('a.test')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })
})
