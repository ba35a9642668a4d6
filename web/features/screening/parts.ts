import { partyEntities } from '#contract/registry.ts'
import { lazyComponent } from '#web/record/lazy-component.tsx'
import { registerPart } from '#web/record/parts.tsx'

registerPart({ place: 'banner', nouns: partyEntities, Content: lazyComponent(() => import('./screening-banner.tsx')) })
