import { Parser } from 'htmlparser2'
import { XmlNames } from '../xml-names.ts'

type XmlHandler = {
  open?: (name: string, attributes: Record<string, string>) => void | Promise<void>
  close?: (name: string) => void
  text?: (text: string) => void
}

/**
 * Prefixes that handlers use, by namespace: those of ECMA-376, its strict variant (ISO 29500), OpenDocument and its
 * predecessor.
 */
const knownNamespaces = new Map<string, string>()
const officeSchemas = ['http://schemas.openxmlformats.org/', 'http://purl.oclc.org/ooxml/']
for (const base of officeSchemas) {
  const add = (path: string, prefix: string) =>
    knownNamespaces.set(`${base}${base.includes('purl') ? path.replace('/2006', '') : path}`, prefix)
  add('spreadsheetml/2006/main', '')
  add('officeDocument/2006/relationships', 'r:')
  add('wordprocessingml/2006/main', 'w:')
  add('drawingml/2006/main', 'a:')
  add('drawingml/2006/chart', 'c:')
  add('presentationml/2006/main', 'p:')
}
knownNamespaces.set('http://schemas.openxmlformats.org/package/2006/relationships', '')
knownNamespaces.set('http://schemas.openxmlformats.org/package/2006/content-types', '')
for (const name of ['office', 'text', 'table']) {
  knownNamespaces.set(`urn:oasis:names:tc:opendocument:xmlns:${name}:1.0`, `${name}:`)
  knownNamespaces.set(`http://openoffice.org/2000/${name}`, `${name}:`)
}
knownNamespaces.set('urn:oasis:names:tc:opendocument:xmlns:drawing:1.0', 'draw:')
knownNamespaces.set('http://openoffice.org/2000/drawing', 'draw:')

/**
 * Parses a document as a stream. Names have the prefix that this module assigns to their namespace, whatever prefix the
 * document uses. Entities that the document defines are ignored, and nothing is ever fetched; `hasEntities` is true if
 * it defines some.
 */
export async function walkXml(
  chunks: AsyncIterable<Buffer>,
  handler: XmlHandler,
  between: () => void | Promise<void> = () => {},
): Promise<{ hasEntities: boolean }> {
  let hasEntities = false
  let decoder: InstanceType<typeof TextDecoder> | undefined
  const names = new XmlNames()
  const opened: string[] = []
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        names.enter(attributes)
        const known = nameOf(names, name)
        opened.push(known)
        void handler.open?.(known, attributesOf(names, attributes))
      },
      onclosetag: () => {
        handler.close?.(opened.pop() ?? '')
        names.leave()
      },
      ontext: text => handler.text?.(text),
      onprocessinginstruction: (_name, data) => {
        if (/^!(DOCTYPE|ENTITY)/i.test(data) && /ENTITY|SYSTEM|PUBLIC/i.test(data)) hasEntities = true
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(charsetOf(chunk))
    parser.write(decoder.decode(chunk, { stream: true }))
    await between()
  }
  parser.write(decoder?.decode() ?? '')
  parser.end()
  await between()
  return { hasEntities }
}

/**
 * A name of an unknown namespace gets a form that no handler knows; if a document declares no namespaces, its prefix is
 * used as it is.
 */
function nameOf(names: XmlNames, name: string, isAttribute = false): string {
  const { namespace, local } = names.split(name, isAttribute)
  if (namespace === null) return local
  if (namespace === undefined) return name
  const prefix = knownNamespaces.get(namespace)
  return prefix === undefined ? `{${namespace}}${local}` : `${prefix}${local}`
}

function attributesOf(names: XmlNames, attributes: Record<string, string>): Record<string, string> {
  const found: Record<string, string> = {}
  for (const key in attributes) found[key.includes(':') ? nameOf(names, key, true) : key] = attributes[key] ?? ''
  return found
}

/** The charset by the byte order mark, by the bytes of the first character, or by the declaration. */
function charsetOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (head[0] === 0x3c && head[1] === 0) return 'utf-16le'
  if (head[0] === 0 && head[1] === 0x3c) return 'utf-16be'
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.-]{1,40})["']/.exec(
    head.subarray(0, 300).toString('latin1'),
  )?.[1]
  try {
    return declared && !/^utf-?16/i.test(declared) ? new TextDecoder(declared).encoding : 'utf-8'
  } catch {
    return 'utf-8'
  }
}
