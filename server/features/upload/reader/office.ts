// Reads Word, PowerPoint and OpenDocument files.
import { walkXml } from '#server/platform/files/office/xml.ts'
import type { FileKind } from './detect.ts'
import { appendPart, type FileReading, type Flag, type ReaderSource } from './file-reading.ts'
import { openArchive, unpack, unpackWhole, type ZipArchive, type ZipMember } from './zip.ts'

type Rules = {
  /** The element with the content: styles and settings come before it. */
  from?: string
  /** Elements whose text is read; null: all. */
  texts: ReadonlySet<string> | null
  /** Text inserted at the beginning and at the end of an element. */
  before: Record<string, string>
  after: Record<string, string>
}

const word: Rules = {
  texts: new Set(['w:t']),
  before: { 'w:tab': '\t', 'w:br': '\n', 'w:cr': '\n', 'w:noBreakHyphen': '-' },
  after: { 'w:p': '\n', 'w:tc': '\t' },
}
const slides: Rules = {
  texts: new Set(['a:t']),
  before: { 'a:br': '\n', 'a:tab': '\t' },
  after: { 'a:p': '\n', 'a:tc': '\t' },
}
/** Charts, diagrams, text boxes and comments, which are separate parts. A chart contains the words of its data. */
const extra: Rules = {
  texts: new Set(['a:t', 't', 'p:text', 'c:strCache']),
  before: { 'a:br': '\n' },
  after: { 'a:p': '\n', comment: '\n', 'p:text': '\n', 'c:pt': '\n' },
}
const extraParts = {
  word: /^word\/(charts\/chart\w*|diagrams\/data\d*)\.xml$/,
  // The words of a workbook's charts are in its cells.
  xl: /^xl\/(diagrams\/data\d*|drawings\/drawing\d*|comments\d*|comments\/\w+)\.xml$/,
  ppt: /^ppt\/(charts\/chart\w*|diagrams\/data\d*|comments\/\w+)\.xml$/,
}
const openDocument: Rules = {
  from: 'office:body',
  texts: null,
  before: { 'text:tab': '\t', 'text:s': ' ', 'text:line-break': '\n' },
  after: { 'text:p': '\n', 'text:h': '\n', 'draw:page': '\n\n' },
}
const openSheet: Rules = {
  ...openDocument,
  after: { 'table:table-cell': '\t', 'table:table-row': '\n', 'table:table': '\n' },
}

/** Characters that are collected before they are reported. */
const gatherChars = 200_000

async function readXml(
  reading: FileReading,
  archive: ZipArchive,
  member: ZipMember,
  rules: Rules,
  name: string | null,
): Promise<void> {
  let text = ''
  let reads = rules.texts === null && !rules.from ? 1 : 0
  const { hasEntities } = await walkXml(
    unpack(reading, archive, member),
    {
      open: tag => {
        if (tag === rules.from || rules.texts?.has(tag)) reads += 1
        text += rules.before[tag] ?? ''
      },
      close: tag => {
        if (tag === rules.from || rules.texts?.has(tag)) reads -= 1
        text += rules.after[tag] ?? ''
      },
      text: piece => {
        if (reads > 0) text += piece
      },
    },
    async () => {
      if (text.length < gatherChars) return
      const whole = text.lastIndexOf('\n') + 1 || text.length
      await appendPart(reading, name, text.slice(0, whole))
      text = text.slice(whole)
    },
  )
  if (hasEntities) reading.flags.add('external')
  await appendPart(reading, name, text)
}

const numberIn = ({ name }: ZipMember) => Number(/(\d+)\.xml$/.exec(name)?.[1] ?? 0)

/** Reads a file that is embedded in the document. */
export type ReadMember = (reading: FileReading, source: ReaderSource) => Promise<void>

/** Reads the content outside the main text: further parts with text, and embedded files. */
export async function readExtras(
  reading: FileReading,
  archive: ZipArchive,
  folder: keyof typeof extraParts,
  readMember: ReadMember,
): Promise<void> {
  for (const member of archive.members.filter(({ name }) => extraParts[folder].test(name)))
    await readXml(reading, archive, member, extra, null)
  const ofCharts = await dataOfCharts(reading, archive)
  for (const member of archive.members) {
    const name = new RegExp(`^${folder}/embeddings/([^/]+)$`).exec(member.name)?.[1]
    if (name === undefined || ofCharts.has(name)) continue
    const bytes = member.entry.isEncrypted() ? null : await unpackWhole(reading, archive, member)
    if (bytes === null) reading.flags.add('members_unread')
    else await readMember(reading, { name, bytes, size: bytes.length })
  }
}

/** Names of the workbooks with the data of charts; they need no reading, because the charts repeat their words. */
async function dataOfCharts(reading: FileReading, archive: ZipArchive): Promise<Set<string>> {
  const names = new Set<string>()
  for (const member of archive.members.filter(({ name }) => /\/charts\/_rels\/[^/]+\.rels$/.test(name)))
    await walkXml(unpack(reading, archive, member), {
      open: (name, { Target = '' }) => {
        if (name === 'Relationship') names.add(Target.slice(Target.lastIndexOf('/') + 1))
      },
    })
  return names
}

export async function readDocx(reading: FileReading, source: ReaderSource, readMember: ReadMember): Promise<void> {
  const archive = await openArchive(source)
  await flagOffice(reading, archive)
  const body = archive.members.filter(({ name }) => /^word\/document\d*\.xml$/.test(name))
  const notes = archive.members.filter(({ name }) =>
    /^word\/(footnotes|endnotes|comments|header\d*|footer\d*)\.xml$/.test(name),
  )
  for (const member of [...body, ...notes]) await readXml(reading, archive, member, word, null)
  await readExtras(reading, archive, 'word', readMember)
}

export async function readPptx(reading: FileReading, source: ReaderSource, readMember: ReadMember): Promise<void> {
  const archive = await openArchive(source)
  await flagOffice(reading, archive)
  for (const kind of [/^ppt\/slides\/slide\d+\.xml$/, /^ppt\/notesSlides\/notesSlide\d+\.xml$/]) {
    const members = archive.members.filter(({ name }) => kind.test(name)).sort((a, b) => numberIn(a) - numberIn(b))
    for (const member of members) await readXml(reading, archive, member, slides, String(numberIn(member)))
  }
  await readExtras(reading, archive, 'ppt', readMember)
}

export async function readOpenDocument(reading: FileReading, source: ReaderSource, { kind }: FileKind): Promise<void> {
  const archive = await openArchive(source)
  if (archive.members.some(({ name }) => /^(Basic|Scripts)\//.test(name))) reading.flags.add('macro')
  for (const member of archive.members.filter(({ name }) => name === 'content.xml'))
    await readXml(reading, archive, member, kind === 'sheet' ? openSheet : openDocument, null)
  // Headers and footers are part of the styles.
  for (const member of archive.members.filter(({ name }) => name === 'styles.xml'))
    await readXml(reading, archive, member, { ...openDocument, from: 'office:master-styles' }, null)
}

/** Flags macros, and templates or data that the file would load from elsewhere; a plain link is not flagged. */
export async function flagOffice(reading: FileReading, archive: ZipArchive): Promise<void> {
  const flag = (name: Flag) => reading.flags.add(name)
  for (const member of archive.members) {
    if (/(^|\/)vbaProject\.bin$/i.test(member.name)) flag('macro')
    if (!/\.rels$/.test(member.name)) continue
    await walkXml(unpack(reading, archive, member), {
      open: (name, { Type = '', TargetMode = '' }) => {
        if (name === 'Relationship' && /^external$/i.test(TargetMode) && !/\/hyperlink$/i.test(Type)) flag('external')
      },
    })
  }
}
