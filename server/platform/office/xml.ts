import { Parser } from 'htmlparser2'

export type XmlHandler = {
  open?: (name: string, attributes: Record<string, string>) => void | Promise<void>
  close?: (name: string) => void
  text?: (text: string) => void
}

/**
 * Walks a document as it comes. Entities that a document defines for itself are not known here, and nothing is ever
 * fetched: `hasEntities` says that it tried.
 */
export async function walkXml(
  chunks: AsyncIterable<Buffer>,
  handler: XmlHandler,
  between: () => void | Promise<void> = () => {},
): Promise<{ hasEntities: boolean }> {
  let hasEntities = false
  let decoder: InstanceType<typeof TextDecoder> | undefined
  const parser = new Parser(
    {
      onopentag: (name, attributes) => void handler.open?.(name, attributes),
      onclosetag: name => handler.close?.(name),
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
  parser.end()
  await between()
  return { hasEntities }
}

function charsetOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}
