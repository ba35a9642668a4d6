import { TextQuote } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FactSupport } from '#contract/claim.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { CardOpener } from './card-opener.tsx'
import css from './claim.module.css'
import { claimMessages } from './messages.ts'

const signs = { none: '+', disputed: '≠', unsupported: '0' }
const says = {
  none: 'markNone',
  supported: 'markSupported',
  disputed: 'markDisputed',
  unsupported: 'markUnsupported',
} as const

type Props = {
  name: string
  state: FactSupport['state']
  origins: number
  /** `close` is called before a dialog opens, because the panel would cover it. */
  card: (close: () => void) => ReactNode
  isOpenAtFirst?: boolean
}

/** Shows the number of origins, or that sources differ. A press opens the list of sources. */
export function MarkButton({ name, state, origins, card, isOpenAtFirst = false }: Props) {
  const t = useT(claimMessages)
  const label = t(says[state], { field: name, count: origins })
  const mark = (opens: object) => (
    <button type="button" className={css.mark} data-state={state} aria-label={label} title={label} {...opens}>
      {state === 'supported' ? (
        <>
          <TextQuote size={11} aria-hidden />
          {origins}
        </>
      ) : (
        signs[state]
      )}
    </button>
  )
  return (
    <CardOpener label={label} isOpenAtFirst={isOpenAtFirst} card={card}>
      {mark}
    </CardOpener>
  )
}
