import { FilePlus2, Upload } from 'lucide-react'
import type { ComponentType } from 'react'
import { bilingual } from '#contract/bilingual.ts'
import { type Entity, entityLabels, recordEntities } from '#contract/registry.ts'
import { editors } from '#contract/role.ts'
import { registerAct } from '#web/platform/app-command.ts'

type Dialog = ComponentType<{ onClose: () => void }>
type ImportDialog = ComponentType<{ openId?: number; onClose: () => void }>
const importDialogs = new Map<Entity, ImportDialog>()

/** "New organisation" on every page; `letters` are the initials of the pinyin of the entity's name. */
export function registerNew(noun: Entity, letters: string, Content: Dialog): void {
  const { one } = entityLabels[noun]
  const label = bilingual(`新建${one['zh-CN']}`, `New ${one['en-US'].toLowerCase()}`)
  const order = recordEntities.indexOf(noun)
  registerAct({ id: `${noun} new`, label, order, letters: `xj${letters}`, icon: FilePlus2, roles: editors, Content })
}

/** "Import organisations" on every page, and the dialog that other features open for an import of this entity. */
export function registerImport(noun: Entity, letters: string, Content: ImportDialog): void {
  importDialogs.set(noun, Content)
  const { many } = entityLabels[noun]
  const label = bilingual(`导入${many['zh-CN']}`, `Import ${many['en-US'].toLowerCase()}`)
  const order = recordEntities.length + recordEntities.indexOf(noun)
  registerAct({ id: `${noun} import`, label, order, letters: `dr${letters}`, icon: Upload, roles: editors, Content })
}

/** The import dialog that the entity's feature registered. */
export function importDialog(noun: Entity): ImportDialog {
  const dialog = importDialogs.get(noun)
  if (!dialog) throw new Error(`no import dialog is registered for ${noun}`)
  return dialog
}
