// Runs as a process of its own: sets reports into files. It may be ended at any moment.
import { answerParent } from '#server/platform/child.ts'
import type { ExportTask } from './export-tasks.ts'

/** Each kind of file is loaded when it is first asked for. */
answerParent(async ({ format, data }: ExportTask): Promise<Uint8Array> => {
  if (format === 'md') return new TextEncoder().encode((await import('./export-md.ts')).writeMarkdown(data))
  if (format === 'pdf') return await (await import('./export-pdf.ts')).writePdf(data)
  return await (await import('./export-docx.ts')).writeDocx(data)
})
