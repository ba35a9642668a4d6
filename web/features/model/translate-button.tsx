import { Button } from 'antd'
import { Languages } from 'lucide-react'
import { lazy, useState } from 'react'
import { type ModelText, passageChars } from '#contract/model.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notice.ts'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { modelMessages } from './messages.ts'
import { useModel } from './use-model.ts'

const TranslationDialog = lazy(() => import('./translation-dialog.tsx'))

/** Selected words, and the text that contains them. */
export type Passage = { of: ModelText; passage: string }

type Props = {
  make: () => Passage | null
  isSmall?: boolean
  /**
   * Receives the passage when the selection and its button disappear. The caller then renders `Translation` in a place
   * that remains.
   */
  onMade?: (passage: Passage | null) => void
}

/** Translates the selected words. It is there only for users of the model. */
export function TranslateButton({ make, isSmall = false, onMade }: Props) {
  const t = useT(modelMessages)
  const model = useModel()
  const [passage, setPassage] = useState<Passage | null>(null)
  if (!model) return null
  function open() {
    const made = make()
    if (!made) return notify({ kind: 'info', text: t('selectFirst') })
    if (made.passage.length > passageChars) return notify({ kind: 'info', text: t('tooLong', { count: passageChars }) })
    ;(onMade ?? setPassage)(made)
  }
  return (
    <>
      <Button
        size={isSmall ? 'small' : 'middle'}
        icon={<Languages size={14} aria-hidden />}
        title={t('translateTitle', { name: model.name ?? '', host: model.host ?? '' })}
        // Pressing the button would clear the selection before the click event arrives.
        onMouseDown={event => event.preventDefault()}
        onClick={open}
      >
        {t('translate')}
      </Button>
      <Translation passage={passage} onClose={() => setPassage(null)} />
    </>
  )
}

export function Translation({ passage, onClose }: { passage: Passage | null; onClose: () => void }) {
  return <LazyDialog>{passage && <TranslationDialog {...passage} onClose={onClose} />}</LazyDialog>
}
