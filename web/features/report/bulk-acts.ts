import { RotateCcw, Tag, Tags, Trash2, Users } from 'lucide-react'
import { type ComponentType, lazy } from 'react'
import type { Sent } from '#contract/endpoint.ts'
import { bulkReport } from '#contract/report.ts'
import { call } from '#web/platform/api.ts'
import type { Translate } from '#web/platform/i18n.ts'
import {
  type BulkAct,
  type BulkFormProps,
  type BulkResult,
  type BulkTarget,
  bulkAct,
} from '#web/ui/list/list-config.ts'
import type { reportListMessages } from './messages.ts'
import { refreshReports } from './report-calls.ts'

type T = Translate<(typeof reportListMessages)['zh-CN']>
type Body = Sent<typeof bulkReport>['body']
type Patch = NonNullable<Body['patch']>
type Form = ComponentType<BulkFormProps<Patch>>

async function run(body: Omit<Body, 'ids' | 'filter' | 'expected'>, target: BulkTarget): Promise<BulkResult> {
  const result = await call(bulkReport, { body: { ...body, ...(target as object) } })
  await refreshReports()
  return result
}

const update = (target: BulkTarget, patch: Patch | null) => run({ act: 'update', patch: patch ?? {} }, target)
const form = (name: 'AddLabelsForm' | 'RemoveLabelsForm') =>
  lazy(async () => ({ default: (await import('./bulk-forms.tsx'))[name] as Form }))

/** What can be done with many reports at once; in the trash only restoring. */
export function reportBulkActs(t: T, isTrash: boolean): BulkAct[] {
  if (isTrash)
    return [
      bulkAct({
        id: 'restore',
        label: t('restore'),
        icon: RotateCcw,
        explain: t('restoreText'),
        run: target => run({ act: 'restore' }, target),
        done: count => t('restoreDone', { count }),
      }),
    ]
  return [
    bulkAct<Patch>({
      id: 'add_labels',
      label: t('addLabels'),
      icon: Tag,
      explain: t('addLabelsText'),
      Form: form('AddLabelsForm'),
      run: update,
      done: count => t('addLabelsDone', { count }),
    }),
    bulkAct<Patch>({
      id: 'remove_labels',
      label: t('removeLabels'),
      icon: Tags,
      explain: t('removeLabelsText'),
      Form: form('RemoveLabelsForm'),
      run: update,
      done: count => t('removeLabelsDone', { count }),
    }),
    bulkAct<Patch>({
      id: 'access',
      label: t('setAccess'),
      short: t('access'),
      icon: Users,
      explain: t('accessText'),
      Form: lazy(async () => ({ default: (await import('#web/ui/list/bulk-access.tsx')).AccessForm as Form })),
      run: update,
      done: count => t('accessDone', { count }),
    }),
    bulkAct({
      id: 'delete',
      label: t('delete'),
      icon: Trash2,
      isDanger: true,
      explain: t('deleteText'),
      run: target => run({ act: 'delete' }, target),
      undo: ids => (ids.length === 0 ? Promise.resolve() : run({ act: 'restore' }, { ids })),
      done: count => t('deleteDone', { count }),
    }),
  ]
}
