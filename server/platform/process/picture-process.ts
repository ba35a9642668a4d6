// Runs in a separate process: decodes untrusted pictures, one after the other. It may be killed at any moment.
import { answerParent } from './child.ts'
import { doPictureTask } from './picture-tasks.ts'

answerParent(doPictureTask)
