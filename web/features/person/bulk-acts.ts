import { Gauge, Globe, RotateCcw, Star, StarOff, Tag, Tags, Trash2, Users } from 'lucide-react'
import { lazy } from 'react'
import type { Sent } from '#contract/endpoint.ts'
import { bulkPerson } from '#contract/person.ts'
import { mergeBulkAct } from '#web/features/duplicate/duplicate.ts'
import { call } from '#web/platform/api.ts'
import type { Translate } from '#web/platform/i18n.ts'
import { type BulkAct, type BulkResult, type BulkTarget, bulkAct } from '#web/ui/list/list-config.ts'
import type { personListMessages } from './messages.ts'
import { refreshPersons } from './person-calls.ts'

type T = Translate<(typeof personListMessages)['zh-CN']>
type Body = Sent<typeof bulkPerson>['body']
type Patch = NonNullable<Body['patch']>

async function run(body: Omit<Body, 'ids' | 'filter' | 'expected'>, target: BulkTarget): Promise<BulkResult> {
  const result = await call(bulkPerson, { body: { ...body, ...(target as object) } })
  await refreshPersons()
  return result
}

const update = (target: BulkTarget, patch: Patch | null) => run({ act: 'update', patch: patch ?? {} }, target)
const forms = () => import('./bulk-forms.tsx')

/** What can be done with many persons at once; in the trash only restoring. */
export function personBulkActs(t: T, isTrash: boolean): BulkAct[] {
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
  const focus = (isFocus: boolean) =>
    bulkAct({
      id: isFocus ? 'focus' : 'unfocus',
      label: t(isFocus ? 'setFocus' : 'unsetFocus'),
      icon: isFocus ? Star : StarOff,
      run: target => update(target, { is_focus: isFocus }),
      done: count => t(isFocus ? 'focusDone' : 'unfocusDone', { count }),
    })
  return [
    focus(true),
    focus(false),
    bulkAct<Patch>({
      id: 'add_labels',
      label: t('addLabels'),
      icon: Tag,
      explain: t('addLabelsText'),
      Form: lazy(async () => ({ default: (await forms()).AddLabelsForm })) as never,
      run: update,
      done: count => t('addLabelsDone', { count }),
    }),
    bulkAct<Patch>({
      id: 'remove_labels',
      label: t('removeLabels'),
      icon: Tags,
      explain: t('removeLabelsText'),
      Form: lazy(async () => ({ default: (await forms()).RemoveLabelsForm })) as never,
      run: update,
      done: count => t('removeLabelsDone', { count }),
    }),
    bulkAct<Patch>({
      id: 'region',
      label: t('setRegion'),
      short: t('region'),
      icon: Globe,
      Form: lazy(async () => ({ default: (await forms()).RegionForm })) as never,
      run: update,
      done: count => t('regionDone', { count }),
    }),
    bulkAct<Patch>({
      id: 'score',
      label: t('setScore'),
      short: t('score'),
      icon: Gauge,
      Form: lazy(async () => ({ default: (await forms()).ScoreForm })) as never,
      run: update,
      done: count => t('scoreDone', { count }),
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
    mergeBulkAct('person'),
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
