import { lazy } from 'react'
import { partyEntities } from '#contract/registry.ts'
import { editors } from '#contract/role.ts'
import { translate } from '#web/platform/i18n.ts'
import { registerTab } from '#web/record/parts.tsx'
import { uploadTabMessages } from './tab-messages.ts'

/** For roles that can read the uploads of others. */
registerTab({
  key: 'uploads',
  nouns: partyEntities,
  order: 50,
  roles: editors,
  label: () => translate(uploadTabMessages)('uploads'),
  count: 'uploads',
  Content: lazy(() => import('./record-uploads.tsx')),
})
