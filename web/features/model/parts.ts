import { BotOff } from 'lucide-react'
import { lazy } from 'react'
import { partyEntities } from '#contract/registry.ts'
import { translate } from '#web/platform/i18n.ts'
import { registerMenuAct } from '#web/record/parts.tsx'
import { modelMarkMessages } from './mark-messages.ts'

registerMenuAct({
  key: 'model_mark',
  nouns: partyEntities,
  icon: BotOff,
  label: () => translate(modelMarkMessages)('act'),
  Dialog: lazy(() => import('./mark-dialog.tsx')),
})
