// Runs as a process: reads one uploaded file after the other. It may be ended at any moment.
import { answerParent } from '#server/platform/child.ts'
import { readFile } from './read-file.ts'
import { defaultBounds, type FileSummary, fileSource, type PageReader, type Reading, type ReadTask } from './reading.ts'

type Part = Parameters<Reading['send']>[0]

answerParent<ReadTask, Part, FileSummary>(async ({ path, name, pageReader, bounds }, send) => {
  const source = await fileSource(path, name)
  return await readFile(
    {
      page: (await import(pageReader)) as PageReader,
      bounds: { ...defaultBounds, ...bounds },
      fileBytes: source.size,
      flags: new Set(),
      used: { chars: 0, parts: 0, unpackedBytes: 0, members: 0 },
      send,
      depth: 0,
      place: null,
    },
    source,
  )
})
