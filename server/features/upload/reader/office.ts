// Word, PowerPoint and OpenDocument: text and slide shows.
import { walkXml } from '#server/platform/office/xml.ts'
import type { FileKind } from './detect.ts'
import { type Flag, type Reading, type Source, say } from './reading.ts'
import { type Archive, type Member, openArchive, unpack } from './zip.ts'

type Rules = {
  /** The element that holds what is read: before it stand styles and settings. */
  from?: string
  /** Elements whose text is read; null: of all. */
  texts: ReadonlySet<string> | null
  /** What an element's beginning, and its end, put into the text. */
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

/** As much text as is gathered before it is told. */
const gatherChars = 200_000

async function readXml(
  reading: Reading,
  archive: Archive,
  member: Member,
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
      await say(reading, name, text.slice(0, whole))
      text = text.slice(whole)
    },
  )
  if (hasEntities) reading.flags.add('external')
  await say(reading, name, text)
}

const numberIn = ({ name }: Member) => Number(/(\d+)\.xml$/.exec(name)?.[1] ?? 0)

export async function readDocx(reading: Reading, source: Source): Promise<void> {
  const archive = await openArchive(source)
  await flagOffice(reading, archive)
  const body = archive.members.filter(({ name }) => /^word\/document\d*\.xml$/.test(name))
  const notes = archive.members.filter(({ name }) =>
    /^word\/(footnotes|endnotes|comments|header\d*|footer\d*)\.xml$/.test(name),
  )
  for (const member of [...body, ...notes]) await readXml(reading, archive, member, word, null)
}

export async function readPptx(reading: Reading, source: Source): Promise<void> {
  const archive = await openArchive(source)
  await flagOffice(reading, archive)
  for (const kind of [/^ppt\/slides\/slide\d+\.xml$/, /^ppt\/notesSlides\/notesSlide\d+\.xml$/]) {
    const members = archive.members.filter(({ name }) => kind.test(name)).sort((a, b) => numberIn(a) - numberIn(b))
    for (const member of members) await readXml(reading, archive, member, slides, String(numberIn(member)))
  }
}

export async function readOpenDocument(reading: Reading, source: Source, { kind }: FileKind): Promise<void> {
  const archive = await openArchive(source)
  if (archive.members.some(({ name }) => /^(Basic|Scripts)\//.test(name))) reading.flags.add('macro')
  for (const member of archive.members.filter(({ name }) => name === 'content.xml'))
    await readXml(reading, archive, member, kind === 'sheet' ? openSheet : openDocument, null)
}

/** Macros, and templates or data that the file would have fetched from elsewhere; a plain link is neither. */
export async function flagOffice(reading: Reading, archive: Archive): Promise<void> {
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
