import { GitMerge } from 'lucide-react'
import { lazy } from 'react'
import type { MergeNoun } from '#contract/duplicate.ts'
import { translate } from '#web/platform/i18n.ts'
import { type BulkAct, bulkAct } from '#web/ui/list/list-config.ts'
import { duplicateMessages } from './messages.ts'

/** Makes one record of several: `<MergeDialog noun="og" ids={[3, 7]} onClose={…} onDone={…} />`. */
export const MergeDialog = lazy(() => import('./merge-dialog.tsx'))

/** On a record's page: says which record may be the same; nothing when none may. `<DuplicateBanner noun="og" id={3} />`. */
export const DuplicateBanner = lazy(() => import('./duplicate-banner.tsx'))

/** On the page of a record that is not there: the record it was merged into, if one may read it. */
export const MergedInto = lazy(() => import('./merged-into.tsx'))

const dialogs = {
  og: lazy(async () => ({ default: (await import('./merge-selected.tsx')).MergeOgs })),
  person: lazy(async () => ({ default: (await import('./merge-selected.tsx')).MergePersons })),
  event: lazy(async () => ({ default: (await import('./merge-selected.tsx')).MergeEvents })),
}

/** For the bulk acts of a managing list: merges the rows that are selected. */
export function mergeBulkAct(noun: MergeNoun): BulkAct {
  const t = translate(duplicateMessages)
  return bulkAct({
    id: 'merge',
    label: t('mergeRows'),
    short: t('mergeShort'),
    icon: GitMerge,
    Dialog: dialogs[noun],
    run: () => Promise.resolve({ done: 0, refused: 0 }),
    done: () => '',
  })
}
