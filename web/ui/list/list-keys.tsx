import { useT } from '#web/platform/i18n.ts'
import { useShortcut } from '#web/platform/shortcut.tsx'
import { listMessages } from './messages.ts'
import type { RowActs } from './use-rows.ts'

/** A key that is active while this component is mounted. */
function Key({ name, text, run }: { name: string; text: string; run: () => void }) {
  useShortcut(name, text, run, 'list')
  return null
}

const doNothing = () => undefined

type Props = { acts: RowActs; isSelectable: boolean; canOpen: boolean; canEdit: boolean; onSearch: () => void }

export function ListKeys({ acts, isSelectable, canOpen, canEdit, onSearch }: Props) {
  const t = useT(listMessages)
  return (
    <>
      <Key name="/" text={t('search')} run={onSearch} />
      <Key name="j" text={t('keyNext')} run={() => acts.step(1)} />
      <Key name="k" text={t('keyPrevious')} run={() => acts.step(-1)} />
      {isSelectable && <Key name="x" text={t('select')} run={acts.toggle} />}
      {canEdit && <Key name="e" text={t('edit')} run={acts.edit} />}
      {/* Enter acts on the focused element: the rows listen themselves, the shortcut help only lists it. */}
      {canOpen && <Key name="⏎" text={t('open')} run={doNothing} />}
    </>
  )
}
