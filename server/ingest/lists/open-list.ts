import type { CarryNotes } from '#server/ingest/carry-notes.ts'
import { IngestFault } from '#server/ingest/fault.ts'
import { decodeText, mostTableMegabytes } from '../formats/archive.ts'
import type { EncodedFile } from '../formats/content.ts'
import { textOf } from '../formats/lines.ts'
import { rootOf, XmlFault } from '../formats/xml.ts'
import { euEntities } from './eu.ts'
import type { ListedEntry } from './listed.ts'
import { type OfacFiles, ofacEntities, ofacTableOf } from './ofac.ts'
import { ofacXmlEntities } from './ofac-xml.ts'
import { unEntities } from './un.ts'

const megabyte = 1_048_576

export const listFormats = ['un_xml', 'ofac_csv', 'ofac_xml', 'eu_xml'] as const
export type ListFormat = (typeof listFormats)[number]
type OpenedList = { format: ListFormat; entities: AsyncIterable<ListedEntry> }

/**
 * Recognises a published sanctions list by its content; undefined if the file is none. `strict` refuses XML that
 * declares entities.
 */
export async function openList(
  content: EncodedFile,
  start: string,
  note: CarryNotes,
  strict: boolean,
): Promise<OpenedList | undefined> {
  if (/^\s*</.test(start)) return openXml(content, start, note, strict)
  const table = ofacTableOf(start)
  return table && openOfac({ [table]: await readAllText(content) }, note)
}

/**
 * Recognises the list by its root element, and that of the EU also by its namespace. The Advanced format of OFAC stores
 * names and meanings separately and is not supported.
 */
function openXml(content: EncodedFile, start: string, note: CarryNotes, strict: boolean): OpenedList {
  if (/^\s*(<!doctype\s+html|<html)\b/i.test(start)) throw new IngestFault('html_page')
  const root = rootOf(start)
  const chunks = textOf(content)
  if (root === 'CONSOLIDATED_LIST')
    return { format: 'un_xml', entities: entitiesOrFault(unEntities(chunks, note, strict)) }
  if (root === 'sdnList') return { format: 'ofac_xml', entities: entitiesOrFault(ofacXmlEntities(chunks, strict)) }
  if (root === 'export' && /\/fpi\/fsd\/export|<(\w+:)?sanctionEntity/.test(start))
    return { format: 'eu_xml', entities: entitiesOrFault(euEntities(chunks, strict)) }
  if (root === 'Sanctions') throw new IngestFault('ofac_advanced')
  throw new IngestFault('unknown_xml')
}

async function readAllText({ bytes }: EncodedFile): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes()) {
    size += chunk.length
    if (size > mostTableMegabytes * megabyte) throw new IngestFault('big_list', { count: mostTableMegabytes })
    parts.push(chunk)
  }
  return decodeText(Buffer.concat(parts))
}

/** The tables of other names and addresses are useless without their entries. */
export function openOfac({ sdn, alt = '', add = '' }: Partial<OfacFiles>, note: CarryNotes): OpenedList {
  if (sdn === undefined) throw new IngestFault('ofac_without_sdn')
  const all = ofacEntities({ sdn, alt, add }, note)
  return {
    format: 'ofac_csv',
    entities: (async function* () {
      yield* all
    })(),
  }
}

const codes = { end: 'bad_xml', depth: 'deep_xml', size: 'bad_xml', entities: 'xml_entities' } as const

async function* entitiesOrFault(entities: AsyncIterable<ListedEntry>): AsyncGenerator<ListedEntry> {
  try {
    yield* entities
  } catch (error) {
    throw error instanceof XmlFault ? new IngestFault(codes[error.why]) : error
  }
}
