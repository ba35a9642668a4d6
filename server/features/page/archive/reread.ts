// Extracts the text of PDF pages again from the stored bytes, in the background, if an older reader version extracted
// it.
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { isTransient } from '#server/platform/db/transient-fault.ts'
import { getCapture, putCapture } from '#server/store/store.ts'
import { extractText, textHash } from '#server/text/extract.ts'
import { isPdf, pdfReaderVersion, readPdf } from '#server/text/pdf.ts'
import { findOldTexts, type OldText, writeText } from './reread.queries.ts'

const portion = 20

/** A version whose bytes are not available now is retried at the next run. */
export async function rereadPages(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  for (let afterId = 0; ; ) {
    const old = await findOldTexts(ctx, pdfReaderVersion, afterId, portion)
    for (const version of old) {
      signal?.throwIfAborted()
      await reread(ctx, version).catch(error => {
        if (isTransient(error)) throw error
        ctx.log.warn({ err: error, version: version.id }, 'page: re-extraction of a stored version failed')
      })
    }
    const last = old.at(-1)
    if (!last) return
    afterId = last.id
  }
}

async function reread(ctx: Ctx, version: OldText): Promise<void> {
  const raw = await getCapture(ctx, Buffer.from(version.hash, 'hex'))
  const pdf = isPdf(raw, version.content_type ?? '') ? await readPdf(raw) : null
  const former = (await getCapture(ctx, Buffer.from(version.text_blob, 'hex'))).toString('utf8')
  // A machine that is short of time or memory now must not replace a text that was extracted before.
  const isBetter = pdf?.ok === true && pdf.text.trim() !== '' && pdf.text !== former && !pdf.isSlow
  // The counts belong to the new text, so they are stored only if that text is used or equals the former one.
  const counts = pdf?.ok === true && (isBetter || pdf.text === former) ? pdf.counts : null
  await inTransaction(ctx, async ctx => {
    if (!isBetter) return await writeText(ctx, version, pdfReaderVersion, { text: null, counts })
    const { hash } = await putCapture(ctx, Buffer.from(pdf.text))
    const text = { blob: hash, hash: textHash(extractText(pdf.text, version.final_url)) }
    await writeText(ctx, version, pdfReaderVersion, { text, counts })
  })
}
