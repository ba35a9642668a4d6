import { getDocumentProxy } from 'unpdf'
import { bytesOf, ReadFault, type Reading, type Source, say } from './reading.ts'

/** Page by page. Nothing of the file is run, drawn or fetched. */
export async function readPdf(reading: Reading, source: Source): Promise<void> {
  const bytes = await bytesOf(reading, source)
  if (/\/(JavaScript|JS|Launch|RichMedia)\b/.test(bytes.toString('latin1'))) reading.flags.add('script')
  const pdf = await open(bytes)
  try {
    // Scripts may lie in packed objects, where the bytes do not show them.
    if (await pdf.getJSActions().catch(() => null)) reading.flags.add('script')
    for (let number = 1; number <= pdf.numPages; number += 1)
      await say(reading, String(number), await textOf(pdf, number))
  } finally {
    await pdf.loadingTask.destroy()
  }
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

async function open(bytes: Buffer): Promise<Pdf> {
  try {
    // A copy: the reader takes the bytes away.
    return await getDocumentProxy(new Uint8Array(bytes), {
      disableFontFace: true,
      useSystemFonts: false,
      stopAtErrors: false,
      disableAutoFetch: true,
      verbosity: 0,
    })
  } catch (error) {
    throw new ReadFault((error as Error).name === 'PasswordException' ? 'encrypted' : 'broken')
  }
}

/** Lines as they stand on the page; a page that cannot be read is empty. */
async function textOf(pdf: Pdf, number: number): Promise<string> {
  try {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    const text = items.map(item => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
    page.cleanup()
    return text
  } catch {
    return ''
  }
}
