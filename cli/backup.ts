import { getSystem } from '#contract/system-state.api.ts'
import { exits, Failure } from './failure.ts'
import { numberOf, option, printRows, type Run, usage } from './io.ts'
import { messageOf } from './texts.ts'

const hourMs = 3_600_000

/** `og backup`: the last backup; fails if there is none, if it failed or if it is too old. */
export async function backup(run: Run): Promise<number> {
  const [extra] = run.positionals
  if (extra !== undefined) throw usage(run, 'tooMany', { name: extra })
  const hours = numberOf(run, option(run, 'max-age') ?? '30', 1, 8_760)
  const { backup: state } = await run.client().call(getSystem, {})
  const isZh = run.locale === 'zh-CN'
  await printRows(run, state ? [state] : [], [
    [isZh ? '完成时间' : 'COMPLETED', row => row.done_at ?? '-'],
    [isZh ? '大小（MB）' : 'SIZE (MB)', row => (row.bytes === null ? '-' : (row.bytes / 1_048_576).toFixed(1))],
    [isZh ? '进行中' : 'RUNNING', row => yesNo(run, row.is_running)],
    [isZh ? '每晚备份' : 'NIGHTLY', row => yesNo(run, row.is_nightly)],
    [isZh ? '失败时间' : 'FAILED', row => row.failed_at ?? '-'],
  ])
  const fail = (sentence: string) => new Failure(exits.failed, sentence)
  if (state?.failed_at)
    throw fail(messageOf(run.locale, 'backupFailed', { at: state.failed_at, why: state.error ?? '?' }))
  if (!state?.done_at) throw fail(messageOf(run.locale, 'backupNone'))
  if (run.now() - Date.parse(state.done_at) > hours * hourMs) throw fail(messageOf(run.locale, 'backupOld', { hours }))
  return exits.ok
}

const yesNo = (run: Run, value: boolean) => (run.locale === 'zh-CN' ? (value ? '是' : '否') : value ? 'yes' : 'no')
