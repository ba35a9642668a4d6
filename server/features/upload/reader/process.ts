// Child process that reads uploaded files one after the other. It may be ended at any moment.
import { answerParent } from '#server/platform/process/child.ts'
import {
  cpuTime,
  defaultLimits,
  type FileSummary,
  fileSource,
  type PageReader,
  type ReaderOutput,
  type ReadTask,
} from './file-reading.ts'
import { readUploadedFile } from './read-file.ts'

answerParent<ReadTask, ReaderOutput, FileSummary>(async ({ path, name, pageReader, bounds }, send) => {
  const source = await fileSource(path, name)
  return await readUploadedFile(
    {
      page: (await import(pageReader)) as PageReader,
      bounds: { ...defaultLimits, ...bounds },
      fileBytes: source.size,
      flags: new Set(),
      used: { chars: 0, parts: 0, unpackedBytes: 0, members: 0, counts: null },
      send,
      cpuStart: cpuTime(),
      reportProgress: async () => {},
      sendProgress: progress => send({ progress }),
      depth: 0,
      place: null,
    },
    source,
  )
})
