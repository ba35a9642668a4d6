import { expect, test } from 'vitest'
import { hasCredentials, maskAddress } from './web-address.ts'

test.each([
  // Addresses as list publishers use them stay readable.
  ['https://www.treasury.gov/ofac/downloads/sdn.csv', 'https://www.treasury.gov/ofac/downloads/sdn.csv'],
  ['https://scsanctions.un.org/resources/xml/en/consolidated.xml', null],
  ['https://data.opensanctions.org/datasets/20261125/us_ofac_sdn/targets.simple.csv', null],
  ['https://webgate.ec.europa.eu/fsd/public/xmlFullSanctionsList_1_1/content?token=dG9r', '…/content?token=***'],
  ['https://lists.test/v2/list-2026-11.csv#x', 'https://lists.test/v2/list-2026-11.csv'],
  // Keys, however they are put into an address.
  ['https://user:secret@lists.test/a.csv', 'https://lists.test/a.csv'],
  ['https://lists.test/AbCdEf0123456789abcdef/a.csv', 'https://lists.test/***/a.csv'],
  ['https://lists.test/dl/s3cr3t-k3y/a.csv', 'https://lists.test/dl/***/a.csv'],
  ['https://lists.test/key=secret/a.csv', 'https://lists.test/***/a.csv'],
  ['https://lists.test/a.csv;jsessionid=1A2B', 'https://lists.test/***'],
  ['https://lists.test/a%2Fb/a.csv', 'https://lists.test/***/a.csv'],
  ['https://lists.test/eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.c2ln/a', 'https://lists.test/***/a'],
  ['https://lists.test/0b7c9a52-3f0e-4c1b-9d55-0a1b2c3d4e5f/a', 'https://lists.test/***/a'],
  ['https://lists.test/a?k3yW1th0utV4lue', 'https://lists.test/a?***=***'],
  ['no address', '***'],
])('%s', (address, shown) => {
  const masked = maskAddress(address)
  if (shown?.startsWith('…')) expect(masked.endsWith(shown.slice(1))).toBe(true)
  else expect(masked).toBe(shown ?? address)
})

test('credentials are found however they are written', () => {
  for (const address of ['https://a:b@h.test/', 'https:\\\\a:b@h.test/', 'http://:b@h.test', 'https:a@h.test'])
    expect(hasCredentials(address), address).toBe(true)
  for (const address of ['https://h.test/a@b', 'https://@h.test/', 'no address'])
    expect(hasCredentials(address), address).toBe(false)
})
