import { lazyComponent } from '#web/record/lazy-component.tsx'

/** The figures of a page over its versions, with the reader's alerts on them. */
export const PageFigures = lazyComponent(() => import('./page-figures.tsx'))
