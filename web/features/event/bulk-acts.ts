import { CircleCheck, FolderTree, Gauge } from 'lucide-react'
import type { Translate } from '#web/platform/i18n.ts'
import { labelActs, recordBulkActs } from '#web/record/bulk-acts.ts'
import type { BulkAct } from '#web/ui/list/list-config.ts'
import { eventCalls, eventLabels } from './event-calls.ts'
import { eventListMessages } from './messages.ts'

type TranslateFn = Translate<(typeof eventListMessages)['zh-CN']>

const forms = () => import('./bulk-forms.tsx')

/** Bulk actions on events; in the trash only restoring. */
export const eventBulkActs = (t: TranslateFn, isTrash: boolean): BulkAct[] =>
  recordBulkActs({
    noun: 'event',
    calls: eventCalls,
    words: eventListMessages,
    isTrash,
    own: [
      {
        id: 'status',
        label: t('setStatus'),
        short: t('status'),
        icon: CircleCheck,
        form: async () => (await forms()).StatusForm,
        done: count => t('statusDone', { count }),
      },
      {
        id: 'category',
        label: t('setCategory'),
        short: t('category'),
        icon: FolderTree,
        form: async () => (await forms()).CategoryForm,
        done: count => t('categoryDone', { count }),
      },
      {
        id: 'level',
        label: t('setLevel'),
        short: t('level'),
        icon: Gauge,
        form: async () => (await forms()).LevelForm,
        done: count => t('levelDone', { count }),
      },
      ...labelActs(eventListMessages, eventLabels),
    ],
  })
