import { unzip } from '#server/testing/unzip.ts'

/** For tests: the text of a DOCX file as its reader sees it. */
export async function docxText(file: Buffer): Promise<{ text: string; xml: string; links: string[] }> {
  const parts = await unzip(file)
  const xml = [...parts].flatMap(([name, text]) => (/^word\/(document|header\d|styles)\.xml$/.test(name) ? [text] : []))
  const whole = xml.join('\n')
  const relations = parts.get('word/_rels/document.xml.rels') ?? ''
  return {
    xml: whole,
    text: unescapeHtml([...whole.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)].map(match => match[1]).join('')),
    links: [...relations.matchAll(/Target="(http[^"]*)"/g)].map(match => unescapeHtml(match[1] as string)),
  }
}

const unescapeHtml = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
