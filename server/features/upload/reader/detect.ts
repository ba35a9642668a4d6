import { fileTypeFromBuffer } from 'file-type'
import type { UploadKind } from '#contract/upload-state.ts'
import { type PageReader, type ReaderSource, ReadFault } from './file-reading.ts'
import { openArchive } from './zip.ts'

export type FileKind = { kind: UploadKind; mediaType: string | null; reader: ReaderName | null }
export type ReaderName =
  | 'pdf'
  | 'docx'
  | 'xlsx'
  | 'pptx'
  | 'opendocument'
  | 'rtf'
  | 'html'
  | 'text'
  | 'image'
  | 'mail'
  | 'zip'
  /** A known format whose text no reader extracts. */
  | 'textless'

const ooxmlType = 'application/vnd.openxmlformats-officedocument'
const odf = 'application/vnd.oasis.opendocument'

/** Detects the type of a file by its first bytes and, for an archive, by its members; the name is ignored. */
export async function detect(source: ReaderSource, head: Buffer, page: PageReader): Promise<FileKind> {
  const mark = head.length >= 4 ? head.readUInt32BE(0) : 0
  if (mark === 0x504b0304 || mark === 0x504b0506) return await detectZip(source)
  if (head.subarray(0, 1_024).includes('%PDF-')) return { kind: 'pdf', mediaType: 'application/pdf', reader: 'pdf' }
  if (head.subarray(0, 8).equals(Buffer.from('d0cf11e0a1b11ae1', 'hex'))) return detectCompound(head)
  // The directory of a large one is at its end.
  if (mark === 0x49492a00 || mark === 0x4d4d002a) return { kind: 'image', mediaType: 'image/tiff', reader: 'image' }
  if (head.subarray(0, 5).equals(Buffer.from('{\\rtf')))
    return { kind: 'document', mediaType: 'application/rtf', reader: 'rtf' }
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  if (found?.mime.startsWith('image/') && found.mime !== 'image/svg+xml')
    return { kind: 'image', mediaType: found.mime, reader: 'image' }
  const text = textOf(head, page)
  if (text !== null) return detectText(text)
  // Other programs accept an archive with data before it.
  const within = mark === 0 || found ? null : await detectZip(source).catch(() => null)
  if (within) return within
  const isArchive = /zip|compress|tar|rar|7z|x-xz|bzip/.test(found?.mime ?? '')
  return { kind: isArchive ? 'archive' : 'other', mediaType: found?.mime ?? null, reader: null }
}

async function detectZip(source: ReaderSource): Promise<FileKind> {
  const { members, zip } = await openArchive(source)
  const has = (start: string) => members.some(({ name }) => name.startsWith(start))
  if (has('[Content_Types].xml') || has('_rels/.rels')) {
    if (has('word/')) return { kind: 'document', mediaType: `${ooxmlType}.wordprocessingml.document`, reader: 'docx' }
    if (has('xl/')) return { kind: 'sheet', mediaType: `${ooxmlType}.spreadsheetml.sheet`, reader: 'xlsx' }
    if (has('ppt/')) return { kind: 'slides', mediaType: `${ooxmlType}.presentationml.presentation`, reader: 'pptx' }
  }
  const first = members[0]
  if (first?.name === 'mimetype' && first.entry.uncompressedSize < 100 && !first.entry.isEncrypted()) {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(first.entry)) chunks.push(chunk as Buffer)
    const mediaType = Buffer.concat(chunks).toString('latin1').trim()
    if (mediaType.startsWith(odf)) {
      const kind = mediaType.includes('spreadsheet')
        ? 'sheet'
        : mediaType.includes('presentation')
          ? 'slides'
          : 'document'
      return { kind, mediaType, reader: 'opendocument' }
    }
  }
  return { kind: 'archive', mediaType: 'application/zip', reader: 'zip' }
}

/**
 * Files of older Office programs, recognised by the names of their streams; newer files with a password have the same
 * form.
 */
function detectCompound(head: Buffer): FileKind {
  const has = (name: string) => head.includes(Buffer.from(name, 'utf16le'))
  if (has('EncryptedPackage') || has('EncryptionInfo')) throw new ReadFault('encrypted')
  if (has('WordDocument')) return { kind: 'document', mediaType: 'application/msword', reader: 'textless' }
  if (has('Workbook')) return { kind: 'sheet', mediaType: 'application/vnd.ms-excel', reader: 'textless' }
  if (has('PowerPoint Document'))
    return { kind: 'slides', mediaType: 'application/vnd.ms-powerpoint', reader: 'textless' }
  if (has('__substg1.0_')) return { kind: 'mail', mediaType: 'application/vnd.ms-outlook', reader: 'textless' }
  return { kind: 'other', mediaType: 'application/x-ole-storage', reader: null }
}

/** The beginning as text, or null if it is binary: control characters occur in text of no charset. */
function textOf(head: Buffer, page: PageReader): string | null {
  const sample = head.subarray(0, 65_536)
  const { text } = page.decodeBody(sample, null)
  let odd = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if ((code < 32 && code !== 9 && code !== 10 && code !== 12 && code !== 13 && code !== 27) || code === 0xfffd)
      odd += 1
  }
  return odd > 2 + text.length * 0.01 ? null : text
}

/** Headers of mail (RFC 5322, RFC 2045, RFC 2369 and common ones); other headers count only in addition to these. */
const mailHeader =
  /^(received|return-path|from|sender|to|cc|bcc|subject|date|message-id|in-reply-to|references|reply-to|mime-version|content-[\w-]+|delivered-to|resent-[\w-]+|list-[\w-]+|dkim-signature|authentication-results|arc-[\w-]+|x-[\w-]+)[ \t]*:/i
/** One of these headers is sufficient: no other text begins with them. */
const onlyMail = /^(received|return-path|message-id|mime-version|delivered-to|content-type)[ \t]*:[ \t]*\S/i

/** Checks for header lines up to the first empty line, with or without an mbox line before them. */
function isMail(lines: string[]): boolean {
  const isMailbox = /^From \S.*\d{4}/.test(lines[0] ?? '')
  const rest = lines.slice(isMailbox ? 1 : 0)
  const end = rest.indexOf('')
  const head = rest.slice(0, end < 0 ? rest.length : end)
  if (head.length === 0 || /^[ \t]/.test(head[0] ?? '')) return false
  // The last line of the sample may be cut.
  if (!head.slice(0, 50).every(line => /^([!-9;-~]+[ \t]*:|[ \t]|>?From )/.test(line))) return false
  const known = head.filter(line => mailHeader.test(line))
  return known.length >= 2 || (known.length === 1 && (isMailbox || onlyMail.test(known[0] ?? '')))
}

function detectText(text: string): FileKind {
  // units: inspected, never stored
  const start = text.slice(0, 20_000).trimStart()
  const bare = start.replace(/^(<\?xml[^>]*>|<!--[\s\S]*?-->|\s)+/i, '')
  if (/^<svg[\s>]/i.test(bare) || /^<!doctype svg/i.test(bare))
    return { kind: 'image', mediaType: 'image/svg+xml', reader: 'html' }
  if (
    /^<(!doctype html|html|head|body|script|meta|title|div|table|p|h1|style)\b/i.test(bare) ||
    /<html[\s>]/i.test(start)
  )
    return { kind: 'html', mediaType: 'text/html', reader: 'html' }
  const lines = start.split(/\r?\n/)
  if (isMail(lines)) return { kind: 'mail', mediaType: 'message/rfc822', reader: 'mail' }
  if (start.startsWith('<?xml')) return { kind: 'text', mediaType: 'application/xml', reader: 'text' }
  if (/^[{[]\s*(["{[\]}]|-?\d|true|false|null)/.test(start))
    return { kind: 'text', mediaType: 'application/json', reader: 'text' }
  return { kind: 'text', mediaType: isCsv(lines.slice(0, -1)) ? 'text/csv' : 'text/plain', reader: 'text' }
}

/** Whether the first lines all have the same number of a separator. */
function isCsv(lines: string[]): boolean {
  const first = lines.filter(line => line.trim() !== '').slice(0, 8)
  if (first.length < 2) return false
  return [',', ';', '\t'].some(mark => {
    const counts = first.map(line => line.replace(/"[^"]*"/g, '').split(mark).length - 1)
    return counts[0]! > 0 && counts.every(count => count === counts[0])
  })
}

const kindOfName: [RegExp, UploadKind[]][] = [
  [/\.pdf$/i, ['pdf']],
  [/\.(docx?|docm|dotx|odt|rtf|wps)$/i, ['document']],
  [/\.(xlsx?|xlsm|ods)$/i, ['sheet']],
  [/\.(pptx?|pptm|odp)$/i, ['slides']],
  [/\.(html?|xhtml|mhtml?)$/i, ['html', 'mail']],
  [/\.(txt|csv|tsv|json|xml|md|log|srt)$/i, ['text']],
  [/\.(png|jpe?g|gif|webp|bmp|tiff?|svg|avif|heic)$/i, ['image']],
  [/\.(eml|msg)$/i, ['mail']],
  [/\.(zip|7z|rar|gz|tgz|tar|xz|bz2)$/i, ['archive']],
  [/\.(exe|dll|com|bat|mp[34]|mov|avi|wav)$/i, ['other']],
]

/** Whether the extension of the name indicates another kind. */
export function differsFromName(name: string, kind: UploadKind): boolean {
  const kinds = kindOfName.find(([pattern]) => pattern.test(name))?.[1]
  return kinds !== undefined && !kinds.includes(kind)
}
