import { lazy } from 'react'

/** The graph around a person or an organisation, fetched when first shown: `<RelationPanel kind="person" id={7} />`. */
export const RelationPanel = lazy(() => import('./relation-panel.tsx'))
