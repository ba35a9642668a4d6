import { RotateCcw, Trash2, Users } from 'lucide-react'
import { type ComponentType, lazy } from 'react'
import type { Sent } from '#contract/endpoint.ts'
import { bulkUpload } from '#contract/upload.ts'
import { call } from '#web/platform/api.ts'
import type { Translate } from '#web/platform/i18n.ts'
import {
  type BulkAct,
  type BulkFormProps,
  type BulkResult,
  type BulkTarget,
  bulkAct,
} from '#web/ui/list/list-config.ts'
import type { listMessages } from './messages.ts'
import { refreshUploads } from './upload-calls.ts'

type T = Translate<(typeof listMessages)['zh-CN']>
type Body = Sent<typeof bulkUpload>['body']
type Patch = NonNullable<Body['patch']>

async function run(body: Omit<Body, 'ids' | 'filter' | 'expected'>, target: BulkTarget): Promise<BulkResult> {
  const result = await call(bulkUpload, { body: { ...body, ...(target as object) } })
  await refreshUploads()
  return result
}

/** What can be done with many uploads at once; in the trash only restoring. */
export function uploadBulkActs(t: T, isTrash: boolean): BulkAct[] {
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
      id: 'access',
      label: t('setAccess'),
      short: t('access'),
      icon: Users,
      explain: t('accessText'),
      Form: lazy(async () => ({
        default: (await import('#web/ui/list/bulk-access.tsx')).AccessForm as ComponentType<BulkFormProps<Patch>>,
      })),
      run: (target, patch) => run({ act: 'update', patch: patch ?? {} }, target),
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
