import { FolderTree, Scale, ShieldAlert } from 'lucide-react'
import type { Translate } from '#web/platform/i18n.ts'
import { recordBulkActs } from '#web/record/bulk-acts.ts'
import type { BulkAct } from '#web/ui/list/list-config.ts'
import { ogListMessages } from './messages.ts'
import { ogCalls } from './og-calls.ts'

type TranslateFn = Translate<(typeof ogListMessages)['zh-CN']>

const forms = () => import('./bulk-forms.tsx')

/** Bulk actions on organisations; in the trash only restoring. */
export const ogBulkActs = (t: TranslateFn, isTrash: boolean): BulkAct[] =>
  recordBulkActs({
    noun: 'og',
    calls: ogCalls,
    words: ogListMessages,
    isTrash,
    own: [
      {
        id: 'category',
        label: t('setCategory'),
        short: t('category'),
        icon: FolderTree,
        explain: t('setCategoryText'),
        form: async () => (await forms()).CategoryForm,
        done: count => t('categoryDone', { count }),
      },
      {
        id: 'danger',
        label: t('setDanger'),
        short: t('dangerLevel'),
        icon: ShieldAlert,
        form: async () => (await forms()).DangerForm,
        done: count => t('dangerDone', { count }),
      },
      {
        id: 'weight',
        label: t('setWeight'),
        short: t('weight'),
        icon: Scale,
        form: async () => (await forms()).WeightForm,
        done: count => t('weightDone', { count }),
      },
    ],
  })
