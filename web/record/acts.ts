import { FilePlus2, Upload } from 'lucide-react'
import type { ComponentType } from 'react'
import { nounNames } from '#contract/cards.ts'
import { type CardNoun, recordNouns } from '#contract/noun.ts'
import { editors } from '#contract/role.ts'
import { registerAct } from '#web/platform/act.ts'

type Dialog = ComponentType<{ onClose: () => void }>

/** "New organisation" on every page; `letters` are the first ones of the noun's pinyin. */
export function registerNew(noun: CardNoun, letters: string, Content: Dialog): void {
  const { one } = nounNames[noun]
  const label = { 'zh-CN': `新建${one['zh-CN']}`, 'en-US': `New ${one['en-US'].toLowerCase()}` }
  const order = recordNouns.indexOf(noun)
  registerAct({ id: `${noun} new`, label, order, letters: `xj${letters}`, icon: FilePlus2, roles: editors, Content })
}

/** "Import organisations" on every page. */
export function registerImport(noun: CardNoun, letters: string, Content: Dialog): void {
  const { many } = nounNames[noun]
  const label = { 'zh-CN': `导入${many['zh-CN']}`, 'en-US': `Import ${many['en-US'].toLowerCase()}` }
  const order = recordNouns.length + recordNouns.indexOf(noun)
  registerAct({ id: `${noun} import`, label, order, letters: `dr${letters}`, icon: Upload, roles: editors, Content })
}
