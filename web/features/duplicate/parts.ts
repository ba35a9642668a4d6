import { GitMerge } from 'lucide-react'
import { lazy } from 'react'
import { mergeEntities } from '#contract/registry.ts'
import { translate } from '#web/platform/i18n.ts'
import { lazyComponent } from '#web/record/lazy-component.tsx'
import { registerBulkAct, registerPart } from '#web/record/parts.tsx'
import { bulkAct } from '#web/ui/list/list-config.ts'
import { mergeMessages } from './bulk-messages.ts'

registerPart({ place: 'banner', nouns: mergeEntities, Content: lazyComponent(() => import('./duplicate-banner.tsx')) })
registerPart({ place: 'missing', nouns: mergeEntities, Content: lazy(() => import('./merged-into.tsx')) })

const dialogs = {
  og: lazy(async () => ({ default: (await import('./merge-selected.tsx')).MergeOgs })),
  person: lazy(async () => ({ default: (await import('./merge-selected.tsx')).MergePersons })),
  event: lazy(async () => ({ default: (await import('./merge-selected.tsx')).MergeEvents })),
}

/** Bulk action that merges the selected rows. */
registerBulkAct({
  nouns: mergeEntities,
  make: noun => {
    const t = translate(mergeMessages)
    return bulkAct({
      id: 'merge',
      label: t('mergeRows'),
      short: t('merge'),
      icon: GitMerge,
      Dialog: dialogs[noun],
      run: () => Promise.resolve({ done: 0, refused: 0 }),
      done: () => '',
    })
  },
})
