import { flagOffice } from './office.ts'
import { Full, type Reading, type Source, say } from './reading.ts'
import { walkXml } from './xml.ts'
import { type Archive, type Member, openArchive, unpack } from './zip.ts'

/** Strings that cells point to; what is beyond is left out, and that is said. */
const mostSharedChars = 20_000_000
const gatherChars = 100_000

/** Sheets as lines of cells, read as they come: rows without a value cost nothing but their passing. */
export async function readXlsx(reading: Reading, source: Source): Promise<void> {
  const archive = await openArchive(source)
  await flagOffice(reading, archive)
  const shared = await readShared(reading, archive)
  for (const { member, name } of await sheetsOf(reading, archive))
    await readSheet(reading, archive, member, name, shared)
}

const memberOf = ({ members }: Archive, name: string) => members.find(member => member.name === name)

async function readShared(reading: Reading, archive: Archive): Promise<string[]> {
  const member = memberOf(archive, 'xl/sharedStrings.xml')
  const strings: string[] = []
  if (!member) return strings
  let text = ''
  let chars = 0
  let inText = false
  // Readings of Japanese characters stand beside them as text of their own.
  let inReading = false
  const { hasEntities } = await walkXml(unpack(reading, archive, member), {
    open: name => {
      if (name === 'si') text = ''
      if (name === 't') inText = true
      if (name === 'rPh') inReading = true
    },
    close: name => {
      if (name === 't') inText = false
      if (name === 'rPh') inReading = false
      if (name !== 'si') return
      chars += text.length
      strings.push(chars > mostSharedChars ? '' : text)
    },
    text: piece => {
      if (inText && !inReading) text += piece
    },
  })
  if (hasEntities) reading.flags.add('external')
  if (chars > mostSharedChars) reading.flags.add('truncated')
  return strings
}

async function sheetsOf(reading: Reading, archive: Archive): Promise<{ member: Member; name: string }[]> {
  const targets = new Map<string, string>()
  const relations = memberOf(archive, 'xl/_rels/workbook.xml.rels')
  if (relations)
    await walkXml(unpack(reading, archive, relations), {
      open: (name, { Id = '', Target = '' }) => {
        if (name === 'Relationship') targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
      },
    })
  const sheets: { member: Member; name: string }[] = []
  const workbook = memberOf(archive, 'xl/workbook.xml')
  if (workbook)
    await walkXml(unpack(reading, archive, workbook), {
      open: (tag, attributes) => {
        const member = tag === 'sheet' ? memberOf(archive, targets.get(attributes['r:id'] ?? '') ?? '') : undefined
        if (member) sheets.push({ member, name: attributes.name ?? '' })
      },
    })
  if (sheets.length > 0) return sheets
  const found = archive.members.filter(({ name }) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name))
  return found.map((member, at) => ({ member, name: `${at + 1}` }))
}

async function readSheet(
  reading: Reading,
  archive: Archive,
  member: Member,
  name: string,
  shared: readonly string[],
): Promise<void> {
  let text = ''
  let row = ''
  let type = ''
  let value = ''
  let inValue = false
  const room = reading.bounds.chars - reading.used.chars
  await walkXml(
    unpack(reading, archive, member),
    {
      open: (tag, attributes) => {
        if (tag === 'c') {
          type = attributes.t ?? ''
          value = ''
        } else if (tag === 'v' || tag === 't') inValue = true
      },
      close: tag => {
        if (tag === 'v' || tag === 't') inValue = false
        else if (tag === 'c') {
          const cell = type === 's' ? (shared[Number(value)] ?? '') : value
          if (cell !== '') row += row === '' ? cell : `\t${cell}`
        } else if (tag === 'row') {
          if (row !== '') text += `${row}\n`
          row = ''
          if (text.length > room + gatherChars) throw new Full()
        }
      },
      text: piece => {
        if (inValue) value += piece
      },
    },
    async () => {
      if (text.length < gatherChars) return
      await say(reading, name, text)
      text = ''
    },
  )
  await say(reading, name, text + row)
}
