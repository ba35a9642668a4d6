import { Button } from 'antd'
import { BookMarked } from 'lucide-react'
import { lazy, useState } from 'react'
import { editors } from '#contract/role.ts'
import { useT } from '#web/platform/i18n.ts'
import { useRole } from '#web/platform/session.ts'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { factMessages } from './fact-messages.ts'
import type { FactDraft } from './record-fact.tsx'

const RecordFact = lazy(() => import('./record-fact.tsx'))

type Props = {
  make: () => FactDraft | null
  isSmall?: boolean
  /** Where the button goes with the selection: whoever shows it shows `FactDialog` as well, in a place that stays. */
  onMade?: (draft: FactDraft | null) => void
}

/** Records what is selected as a fact of a record; `make` tells the words and what they stand in, null where there are none. */
export function FactButton({ make, isSmall = false, onMade }: Props) {
  const t = useT(factMessages)
  const role = useRole()
  const [draft, setDraft] = useState<FactDraft | null>(null)
  if (!editors.some(each => each === role)) return null
  return (
    <>
      <Button
        size={isSmall ? 'small' : 'middle'}
        icon={<BookMarked size={14} aria-hidden />}
        // The press would take the selection away before the click comes.
        onMouseDown={event => event.preventDefault()}
        onClick={() => (onMade ?? setDraft)(make())}
      >
        {t('act')}
      </Button>
      <FactDialog draft={draft} onClose={() => setDraft(null)} />
    </>
  )
}

export function FactDialog({ draft, onClose }: { draft: FactDraft | null; onClose: () => void }) {
  return <LazyDialog>{draft && <RecordFact draft={draft} onClose={onClose} />}</LazyDialog>
}
