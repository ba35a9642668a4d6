import { lazyPart } from '#web/platform/code.ts'

/** The drawer of the guide, loaded when it is first opened. */
export const GuideDrawer = lazyPart(() => import('./guide-drawer.tsx'))
