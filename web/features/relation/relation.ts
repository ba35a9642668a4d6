import { lazy } from 'react'

export { typeNames } from './type-names.ts'

/** Ownership on the stage of the graph; its code is loaded when there is a chain. */
export const ChainPicture = lazy(() => import('./chain-picture.tsx'))
