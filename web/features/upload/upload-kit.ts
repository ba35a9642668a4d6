import type { Upload } from '#contract/upload.api.ts'
import type { RecordConfig } from '#web/record/kit.ts'
import { followEvery, uploadCalls } from './upload-calls.ts'
import { viewMessages } from './view-messages.ts'

/** An upload's page is the list's page with its id in the query. */
export const uploadConfig: RecordConfig<Upload> = {
  noun: 'upload',
  calls: uploadCalls,
  nameOf: upload => upload.title,
  texts: viewMessages,
  list: 'upload',
  askAgainMs: followEvery,
}
