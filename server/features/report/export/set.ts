import { Readable } from 'node:stream'
import { cutText } from '#contract/text.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { ChildLost, openChildren } from '#server/platform/process/children.ts'
import type { ExportTask } from './export-tasks.ts'
import { clean } from './export-tree.ts'

/**
 * PDF is written by native code in child processes, so that a timeout, an exhausted memory limit or a crash affects
 * nothing else. The processes keep their fonts for the next file.
 */
const setters = openChildren<ExportTask, never, Uint8Array>(new URL('./export-process.ts', import.meta.url), {
  most: 2,
  timeoutMs: 120_000,
  heapMb: 512,
  rssMb: 1_024,
  idleMs: 60_000,
})

export const mediaTypes = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
  md: 'text/markdown; charset=utf-8',
} as const

/** Writes a file from user content: a report, a profile, or a sample of the report template. */
export async function setFile(ctx: Ctx, task: ExportTask): Promise<Uint8Array> {
  try {
    return await setters.run(task, () => undefined)
  } catch (error) {
    if (!(error instanceof ChildLost)) throw error
    ctx.log.warn({ err: error, format: task.format, title: task.data.title }, 'report: typesetting exceeded its limits')
    throw new AppError('too_large')
  }
}

export const contentOf = (bytes: Uint8Array): Readable => Readable.from([Buffer.from(bytes)])

/** A title as a file name that is valid on every system. */
export const fileName = (title: string, format: keyof typeof mediaTypes): string =>
  `${cutText(clean(title), 90).trim()}.${format}`.replace(/[/\\:*?"<>|\r\n\t]/g, ' ')
