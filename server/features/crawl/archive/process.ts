// Child process that reads web archive files, one portion after the other. It may be ended at any moment.
import { answerParent } from '#server/platform/process/child.ts'
import type { ArchivedCapture, ArchivePortion, ArchiveTask } from './capture.ts'
import { readPortion } from './read-file.ts'

answerParent<ArchiveTask, ArchivedCapture, ArchivePortion>((task, send) => readPortion(task, send))
