import { Tag, Tags } from 'lucide-react'
import type { Translate } from '#web/platform/i18n.ts'
import { recordBulkActs } from '#web/record/bulk-acts.ts'
import type { BulkAct } from '#web/ui/list/list-config.ts'
import { reportListMessages } from './messages.ts'
import { reportCalls } from './report-calls.ts'

type T = Translate<(typeof reportListMessages)['zh-CN']>

const forms = () => import('./bulk-forms.tsx')

/** What can be done with many reports at once; in the trash only restoring. */
export const reportBulkActs = (t: T, isTrash: boolean): BulkAct[] =>
  recordBulkActs({
    noun: 'report',
    calls: reportCalls,
    words: reportListMessages,
    isTrash,
    own: [
      {
        id: 'add_labels',
        label: t('addLabels'),
        icon: Tag,
        explain: t('addLabelsText'),
        form: async () => (await forms()).AddLabelsForm,
        done: count => t('addLabelsDone', { count }),
      },
      {
        id: 'remove_labels',
        label: t('removeLabels'),
        icon: Tags,
        explain: t('removeLabelsText'),
        form: async () => (await forms()).RemoveLabelsForm,
        done: count => t('removeLabelsDone', { count }),
      },
    ],
  })
