import { type LucideIcon, RotateCcw, Tag, Tags, Trash2, Users } from 'lucide-react'
import { type ComponentType, lazy } from 'react'
import { type Messages, translate } from '#web/platform/i18n.ts'
import type { Suggest } from '#web/ui/form/suggest-field.tsx'
import {
  type BulkAct,
  type BulkFormProps,
  type BulkResult,
  type BulkTarget,
  bulkAct,
} from '#web/ui/list/list-config.ts'
import { bulkMessages } from './bulk-messages.ts'
import { registeredBulkActs } from './parts.tsx'

/** A bulk action on one or more fields: with values from its form, or with fixed values. */
type BulkField<P> = {
  id: string
  label: string
  short?: string
  icon: LucideIcon
  explain?: string
  /** Loaded when it is opened. */
  form?: () => Promise<ComponentType<never>>
  patch?: P
  done: (count: number) => string
}

/** The entity's name in sentences about several records. */
type EntityWords = Messages<Record<'nouns' | 'counted', string>>

type BulkActOptions<P> = {
  noun: string
  calls: {
    bulk: (body: { act: 'update' | 'delete' | 'restore'; patch?: P }, target: BulkTarget) => Promise<BulkResult>
  }
  words: EntityWords
  isTrash: boolean
  /** The entity's own actions, before those that every record has. */
  own: readonly BulkField<P>[]
}

const accessForm = async () => (await import('#web/ui/list/bulk-access.tsx')).AccessForm

/** Bulk actions on records; in the trash only restoring. */
export function recordBulkActs<P extends object>({
  noun,
  calls: { bulk },
  words,
  isTrash,
  own,
}: BulkActOptions<P>): BulkAct[] {
  const t = translate(bulkMessages)
  const tWords = translate(words)
  const nouns = tWords('nouns')
  const counted = (count: number) => ({ counted: tWords('counted', { count }) })
  if (isTrash)
    return [
      bulkAct({
        id: 'restore',
        label: t('restore'),
        icon: RotateCcw,
        explain: t('restoreText', { nouns }),
        run: target => bulk({ act: 'restore' }, target),
        done: count => t('restoreDone', counted(count)),
      }),
    ]
  const field = ({ form, patch, ...act }: BulkField<P>): BulkAct =>
    bulkAct<P>({
      ...act,
      ...(form && { Form: lazy(async () => ({ default: (await form()) as ComponentType<BulkFormProps<P>> })) }),
      run: (target, value) => bulk({ act: 'update', patch: patch ?? value ?? ({} as P) }, target),
    })
  return [
    ...own.map(field),
    field({
      id: 'access',
      label: t('setAccess'),
      short: t('access'),
      icon: Users,
      explain: t('accessText', { nouns }),
      form: accessForm,
      done: count => t('accessDone', counted(count)),
    }),
    ...registeredBulkActs(noun),
    bulkAct({
      id: 'delete',
      label: t('delete'),
      icon: Trash2,
      isDanger: true,
      explain: t('deleteText', { nouns }),
      run: target => bulk({ act: 'delete' }, target),
      undo: ids => (ids.length === 0 ? Promise.resolve() : bulk({ act: 'restore' }, { ids })),
      done: count => t('deleteDone', counted(count)),
    }),
  ]
}

/** Adding and removing labels, for entities that have them; `labels` are those in use. */
export function labelActs(words: EntityWords, labels: Suggest): BulkField<never>[] {
  const t = translate(bulkMessages)
  const tWords = translate(words)
  const nouns = tWords('nouns')
  const counted = (count: number) => ({ counted: tWords('counted', { count }) })
  return [
    {
      id: 'add_labels',
      label: t('addLabels'),
      icon: Tag,
      explain: t('addLabelsText', { nouns }),
      form: async () => (await import('./label-form.tsx')).labelForm('add_labels', labels),
      done: count => t('addLabelsDone', counted(count)),
    },
    {
      id: 'remove_labels',
      label: t('removeLabels'),
      icon: Tags,
      explain: t('removeLabelsText', { nouns }),
      form: async () => (await import('./label-form.tsx')).labelForm('remove_labels', labels),
      done: count => t('removeLabelsDone', counted(count)),
    },
  ]
}

/** Shown instead of the rows of an empty trash. */
export function emptyTrash(words: EntityWords): { title: string; text: string } {
  const t = translate(bulkMessages)
  return { title: t('emptyTrashTitle'), text: t('emptyTrashText', { nouns: translate(words)('nouns') }) }
}
