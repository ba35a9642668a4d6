import { Gauge, Globe, Star, StarOff } from 'lucide-react'
import type { Translate } from '#web/platform/i18n.ts'
import { labelActs, recordBulkActs } from '#web/record/bulk-acts.ts'
import type { BulkAct } from '#web/ui/list/list-config.ts'
import { personListMessages } from './messages.ts'
import { personCalls, personLabels } from './person-calls.ts'

type TranslateFn = Translate<(typeof personListMessages)['zh-CN']>

const forms = () => import('./bulk-forms.tsx')

/** Bulk actions on persons; in the trash only restoring. */
export const personBulkActs = (t: TranslateFn, isTrash: boolean): BulkAct[] =>
  recordBulkActs({
    noun: 'person',
    calls: personCalls,
    words: personListMessages,
    isTrash,
    own: [
      {
        id: 'focus',
        label: t('setFocus'),
        icon: Star,
        patch: { is_focus: true },
        done: count => t('focusDone', { count }),
      },
      {
        id: 'unfocus',
        label: t('unsetFocus'),
        icon: StarOff,
        patch: { is_focus: false },
        done: count => t('unfocusDone', { count }),
      },
      ...labelActs(personListMessages, personLabels),
      {
        id: 'region',
        label: t('setRegion'),
        short: t('region'),
        icon: Globe,
        form: async () => (await forms()).RegionForm,
        done: count => t('regionDone', { count }),
      },
      {
        id: 'score',
        label: t('setScore'),
        short: t('score'),
        icon: Gauge,
        form: async () => (await forms()).ScoreForm,
        done: count => t('scoreDone', { count }),
      },
    ],
  })
