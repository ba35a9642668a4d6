// Runs as a process of its own: opens pictures that strangers sent, one after the other. It may be ended at any moment.
import { answerParent } from './child.ts'
import { doPictureTask } from './picture-tasks.ts'

answerParent(doPictureTask)
