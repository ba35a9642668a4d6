import { Suspense, useState } from 'react'
import type { Og } from '#contract/og.ts'
import { SiteTab } from '#web/features/site/site.ts'
import { RecordPart } from '#web/ui/record/record-part.tsx'
import { OgForm } from './og.ts'

/** How its site is watched; the addresses themselves are changed in the organisation's own form. */
export function OgSiteTab({ og }: { og: Og }) {
  const [isEditing, setIsEditing] = useState(false)
  return (
    <>
      <RecordPart name="site">
        <SiteTab og={og} onEditOg={() => setIsEditing(true)} />
      </RecordPart>
      {isEditing && (
        <Suspense>
          <OgForm og={og} onClose={() => setIsEditing(false)} />
        </Suspense>
      )}
    </>
  )
}
