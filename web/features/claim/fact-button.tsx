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
  /** One word, for a bar of several actions; the whole is its title. */
  isShort?: boolean
  /**
   * Receives the draft when the selection and its button disappear. The caller then renders `FactDialog` in a place
   * that remains.
   */
  onMade?: (draft: FactDraft | null) => void
}

/**
 * Records the selected text as a fact of a record. `make` returns the text with its context, or null if there is none.
 */
export function FactButton({ make, isSmall = false, isShort = false, onMade }: Props) {
  const t = useT(factMessages)
  const role = useRole()
  const [draft, setDraft] = useState<FactDraft | null>(null)
  if (!editors.some(each => each === role)) return null
  return (
    <>
      <Button
        size={isSmall ? 'small' : 'middle'}
        title={isShort ? t('act') : undefined}
        aria-label={isShort ? t('act') : undefined}
        icon={<BookMarked size={14} aria-hidden />}
        // Pressing the button would clear the selection before the click event arrives.
        onMouseDown={event => event.preventDefault()}
        onClick={() => (onMade ?? setDraft)(make())}
      >
        {t(isShort ? 'actShort' : 'act')}
      </Button>
      <FactDialog draft={draft} onClose={() => setDraft(null)} />
    </>
  )
}

export function FactDialog({ draft, onClose }: { draft: FactDraft | null; onClose: () => void }) {
  return <LazyDialog>{draft && <RecordFact draft={draft} onClose={onClose} />}</LazyDialog>
}
