// Child process that reads the heads of messages. It may be ended at any moment.
import { answerParent } from '#server/platform/process/child.ts'
import { readHead } from './head.ts'
import type { HeadTask, MailHead } from './head-reading.ts'

answerParent<HeadTask, never, MailHead>(({ bytes }) => readHead(bytes))
