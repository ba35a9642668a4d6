import { FileUser } from 'lucide-react'
import { lazy } from 'react'
import { partyEntities } from '#contract/registry.ts'
import { translate } from '#web/platform/i18n.ts'
import { lazyComponent } from '#web/record/lazy-component.tsx'
import { registerMenuAct, registerPart } from '#web/record/parts.tsx'
import { profileMessages } from './profile-messages.ts'

registerPart({ place: 'first', nouns: partyEntities, Content: lazyComponent(() => import('./overview-parts.tsx')) })
registerPart({ place: 'banner', nouns: partyEntities, Content: lazyComponent(() => import('./dossier.tsx')) })
registerPart({ place: 'preview', nouns: partyEntities, Content: lazy(() => import('./preview.tsx')) })

registerMenuAct({
  key: 'profile',
  nouns: partyEntities,
  icon: FileUser,
  label: () => translate(profileMessages)('profile'),
  Dialog: lazy(() => import('./profile-dialog.tsx')),
})
