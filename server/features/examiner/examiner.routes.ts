import * as contract from '#contract/examiner.api.ts'
import { sendAttachment } from '#server/platform/files/files.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { getExaminerRun, listExaminerRuns, startExaminer } from './examiner.service.ts'
import { writeReport } from './report.ts'

export function examinerRoutes(bind: Bind): void {
  bind(contract.listExaminerRuns, ctx => listExaminerRuns(ctx))
  bind(contract.getExaminerRun, (ctx, { params }) => getExaminerRun(ctx, params.id))
  bind(contract.startExaminer, ctx => startExaminer(ctx))
  bind(contract.writeExaminerReport, async (ctx, { body }, { reply }) =>
    sendAttachment(reply, await writeReport(ctx, body.id)),
  )
}
