// Child process that writes report files. It may be ended at any moment.
import { answerParent } from '#server/platform/process/child.ts'
import type { ExportTask } from './export-tasks.ts'

/** The writer of each format is loaded at its first use. */
answerParent(async ({ format, data }: ExportTask): Promise<Uint8Array> => {
  if (format === 'md') return new TextEncoder().encode((await import('./export-md.ts')).writeMarkdown(data))
  if (format === 'pdf') return await (await import('./export-pdf.ts')).writePdf(data)
  return await (await import('./export-docx.ts')).writeDocx(data)
})
