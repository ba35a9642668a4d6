import { FolderTree, RotateCcw, Scale, ShieldAlert, Trash2, Users } from 'lucide-react'
import { lazy } from 'react'
import type { Sent } from '#contract/endpoint.ts'
import { bulkOg } from '#contract/og.ts'
import { mergeBulkAct } from '#web/features/duplicate/duplicate.ts'
import { call } from '#web/platform/api.ts'
import type { Translate } from '#web/platform/i18n.ts'
import { refresh } from '#web/platform/query.ts'
import { type BulkAct, type BulkResult, type BulkTarget, bulkAct } from '#web/ui/list/list-config.ts'
import type { ogListMessages } from './messages.ts'

type T = Translate<(typeof ogListMessages)['zh-CN']>
type Body = Sent<typeof bulkOg>['body']
type Patch = NonNullable<Body['patch']>

async function run(body: Omit<Body, 'ids' | 'filter' | 'expected'>, target: BulkTarget): Promise<BulkResult> {
  const result = await call(bulkOg, { body: { ...body, ...(target as object) } })
  await refresh('og', 'og_cate')
  return result
}

const update = (target: BulkTarget, patch: Patch | null) => run({ act: 'update', patch: patch ?? {} }, target)
const forms = () => import('./bulk-forms.tsx')

/** What can be done with many organisations at once; in the trash only restoring. */
export function ogBulkActs(t: T, isTrash: boolean): BulkAct[] {
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
      id: 'category',
      label: t('setCategory'),
      short: t('category'),
      icon: FolderTree,
      explain: t('setCategoryText'),
      Form: lazy(async () => ({ default: (await forms()).CategoryForm })) as never,
      run: update,
      done: count => t('categoryDone', { count }),
    }),
    bulkAct<Patch>({
      id: 'danger',
      label: t('setDanger'),
      short: t('dangerLevel'),
      icon: ShieldAlert,
      Form: lazy(async () => ({ default: (await forms()).DangerForm })) as never,
      run: update,
      done: count => t('dangerDone', { count }),
    }),
    bulkAct<Patch>({
      id: 'weight',
      label: t('setWeight'),
      short: t('weight'),
      icon: Scale,
      Form: lazy(async () => ({ default: (await forms()).WeightForm })) as never,
      run: update,
      done: count => t('weightDone', { count }),
    }),
    bulkAct<Patch>({
      id: 'access',
      label: t('setAccess'),
      short: t('access'),
      icon: Users,
      explain: t('accessText'),
      Form: lazy(async () => ({ default: (await import('#web/ui/list/bulk-access.tsx')).AccessForm })) as never,
      run: update,
      done: count => t('accessDone', { count }),
    }),
    mergeBulkAct('og'),
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
