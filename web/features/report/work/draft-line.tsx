import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { editMessages } from '../editor/edit-messages.ts'
import css from '../editor/editor.module.css'
import type { DraftState } from './draft-keeper.ts'

/** How the words are stored; always visible. */
export function DraftLine({ state }: { state: DraftState }) {
  const t = useT(editMessages)
  const text = (): string => {
    switch (state.kind) {
      case 'clean':
        return t('stateClean')
      case 'unsaved':
        return t('stateUnsaved')
      case 'saving':
        return t('stateSaving')
      case 'saved':
        return t('stateSaved', { at: formatInstant(state.at).slice(11) })
      case 'offline':
        return t(state.isKept ? 'stateOffline' : 'stateLost')
      case 'refused':
        return state.isKept ? t('stateRefused', { text: state.text }) : t('stateLost')
    }
  }
  return (
    <span role="status" className={css.state} data-kind={state.kind}>
      {text()}
    </span>
  )
}
