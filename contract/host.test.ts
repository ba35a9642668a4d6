import { expect, test } from 'vitest'
import { NewOg } from './og.api.ts'
import { hasCredentials, maskAddress } from './web-address.ts'

const host = (text: string) => {
  const read = NewOg.safeParse({ name: 'x', host: text })
  return read.success ? read.data.host : null
}

test('the host of a site is a name or a literal address, written as in the addresses of its pages', () => {
  expect(host('WWW.Example.org')).toBe('www.example.org')
  expect(host('1.2.3.4')).toBe('1.2.3.4')
  expect(host('192.168.10.200')).toBe('192.168.10.200')
  expect(host('2001:DB8:0::1')).toBe('[2001:db8::1]')
  expect(host('[2001:db8::1]')).toBe('[2001:db8::1]')
  expect(host('::1')).toBe('[::1]')
  for (const text of [
    '1.2.3',
    '1:2',
    '[1.2.3.4]',
    '2001:db8::1::2',
    'example.org:80',
    '[::1]:80',
    'http://1.2.3.4',
    '256.1.1.1',
  ])
    expect(host(text), text).toBeNull()
})

test('credentials in an address are detected in any spelling, and masked with everything that may be a key', () => {
  for (const address of [
    'https://a:b@c.example/',
    'https://a@c.example',
    'https:\\\\a:b@c.example',
    'https://%61:b@c.example',
  ])
    expect(hasCredentials(address), address).toBe(true)
  expect(hasCredentials('https://c.example/a@b?x=c:d@e')).toBe(false)
  expect(maskAddress('https://a:b@c.example:8443/x/list.csv?key=1&x=2#y')).toBe(
    'https://c.example:8443/x/list.csv?key=***&x=***',
  )
  expect(maskAddress('not an address')).toBe('***')
  expect(maskAddress('https://c.example/sanctions-consolidated-list.xml')).toBe(
    'https://c.example/sanctions-consolidated-list.xml',
  )
})
