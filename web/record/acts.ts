import { FilePlus2, Upload } from 'lucide-react'
import type { ComponentType } from 'react'
import { nounNames } from '#contract/cards.ts'
import { type CardNoun, recordNouns } from '#contract/noun.ts'
import { editors } from '#contract/role.ts'
import { registerAct } from '#web/platform/act.ts'

type Dialog = ComponentType<{ onClose: () => void }>
type ImportDialog = ComponentType<{ openId?: number; onClose: () => void }>
const importDialogs = new Map<CardNoun, ImportDialog>()

/** "New organisation" on every page; `letters` are the initials of the pinyin of the entity's name. */
export function registerNew(noun: CardNoun, letters: string, Content: Dialog): void {
  const { one } = nounNames[noun]
  const label = { 'zh-CN': `新建${one['zh-CN']}`, 'en-US': `New ${one['en-US'].toLowerCase()}` }
  const order = recordNouns.indexOf(noun)
  registerAct({ id: `${noun} new`, label, order, letters: `xj${letters}`, icon: FilePlus2, roles: editors, Content })
}

/** "Import organisations" on every page, and the dialog that other features open for an import of this entity. */
export function registerImport(noun: CardNoun, letters: string, Content: ImportDialog): void {
  importDialogs.set(noun, Content)
  const { many } = nounNames[noun]
  const label = { 'zh-CN': `导入${many['zh-CN']}`, 'en-US': `Import ${many['en-US'].toLowerCase()}` }
  const order = recordNouns.length + recordNouns.indexOf(noun)
  registerAct({ id: `${noun} import`, label, order, letters: `dr${letters}`, icon: Upload, roles: editors, Content })
}

/** The import dialog that the entity's feature registered. */
export function importDialog(noun: CardNoun): ImportDialog {
  const dialog = importDialogs.get(noun)
  if (!dialog) throw new Error(`no import dialog is registered for ${noun}`)
  return dialog
}
