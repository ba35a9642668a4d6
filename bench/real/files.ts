import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { zstdDecompressSync } from 'node:zlib'
import { zipStream } from '#server/platform/files/zip.ts'
import type { File } from './desk.ts'

/** The files of a folder of real data: tables of organisations and persons, and lists of the UN and OFAC. */
export async function filesIn(folder: string) {
  const table = (path: string) => readFileSync(join(folder, path), 'utf8')
  const list = (name: string) => zstdDecompressSync(readFileSync(join(folder, 'screening/lists', `${name}.zst`)))
  const tables = ['sdn', 'alt', 'add'].map(name => ({
    name: `${name}.csv`,
    content: [list(`ofac-${name}.csv`).toString('latin1')],
  }))
  return {
    companies: { name: 'companies.csv', content: table('organisations/companies.csv') },
    committees: { name: 'committees.csv', content: table('organisations/committees.csv') },
    legislators: { name: 'legislators.csv', content: table('persons/legislators.csv') },
    un: { name: 'un-consolidated.xml', content: new Uint8Array(list('un-consolidated.xml')) },
    ofac: { name: 'ofac-sdn.zip', content: new Uint8Array(await buffer(Readable.from(zipStream(tables)))) },
  } satisfies Record<string, File>
}

/** A parliament whose file uses the same ids for its chamber, party and persons as every other such file. */
export function parliament(country: string, seats: number): File {
  const persons = Array.from({ length: seats }, (_, n) => ({
    id: `member-${n}`,
    name: `${country} 𠮷田 ${n}`,
    birth_date: `19${60 + (n % 40)}-0${1 + (n % 9)}`,
    other_names: [{ name: `${country} M${n}` }],
    memberships: [
      { organization_id: 'legislature', on_behalf_of_id: 'party', role: 'member', start_date: '2020-01-01' },
    ],
  }))
  const organizations = [
    { id: 'legislature', name: `Parliament of ${country}`, classification: 'legislature' },
    { id: 'party', name: `Party of ${country}`, classification: 'party' },
  ]
  return { name: `parliament-${country.toLowerCase()}.json`, content: JSON.stringify({ organizations, persons }) }
}
