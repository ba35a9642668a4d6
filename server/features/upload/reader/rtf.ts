/** RTF groups without text of the document. */
const silent =
  /^(fonttbl|colortbl|stylesheet|info|pict|object|themedata|colorschememapping|datastore|latentstyles|listtable|listoverridetable|generator|xmlnstbl|header|footer|rsidtbl)$/
const words: Record<string, string> = {
  par: '\n',
  line: '\n',
  row: '\n',
  cell: '\t',
  tab: '\t',
  emdash: '—',
  endash: '–',
  bullet: '•',
}
const token = /\\([a-z]+)(-?\d+)? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)|[\r\n]+/gi

/** The text of an RTF file; non-ASCII characters are decoded by its code page, or as Unicode if given. */
export function rtfText(file: string): string {
  const page = /\\ansicpg(\d+)/.exec(file)?.[1] ?? '1252'
  const decoder = new TextDecoder(charsets[page] ?? 'windows-1252')
  let text = ''
  let bytes: number[] = []
  /** Per group: whether it is read, and the number of fallback characters after each Unicode character. */
  let group = { isRead: true, skip: 1 }
  const groups: (typeof group)[] = []
  let left = 0
  const flush = () => {
    if (bytes.length > 0) text += decoder.decode(Uint8Array.from(bytes))
    bytes = []
  }
  for (const [, word, number, hex, sign, brace, plain] of file.matchAll(token)) {
    if (hex !== undefined) {
      if (left > 0) left -= 1
      else if (group.isRead) bytes.push(Number.parseInt(hex, 16))
      continue
    }
    flush()
    if (brace === '{') groups.push({ ...group })
    else if (brace === '}') group = groups.pop() ?? group
    else if (sign === '*') group.isRead = false
    else if (sign !== undefined)
      text += group.isRead && /[\\{}]/.test(sign) ? sign : group.isRead && sign === '~' ? ' ' : ''
    else if (word === 'u' && number !== undefined) {
      if (group.isRead) text += String.fromCharCode(Number(number) & 0xffff)
      left = group.skip
    } else if (word === 'uc') group.skip = Number(number ?? 1)
    else if (word !== undefined) {
      if (silent.test(word)) group.isRead = false
      if (group.isRead) text += words[word] ?? ''
    } else if (plain !== undefined && group.isRead) {
      text += plain.slice(left)
      left = Math.max(0, left - plain.length)
    }
  }
  flush()
  return text
}

const charsets: Record<string, string> = {
  932: 'shift_jis',
  936: 'gb18030',
  949: 'euc-kr',
  950: 'big5',
  1250: 'windows-1250',
  1251: 'windows-1251',
  1253: 'windows-1253',
  1254: 'windows-1254',
  1255: 'windows-1255',
  1256: 'windows-1256',
  65001: 'utf-8',
}
