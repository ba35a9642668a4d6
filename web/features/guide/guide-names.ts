import { type PageName, type PageRoute, pageRoutes } from '#contract/route.ts'

/**
 * The pages of the guide in the order of its contents, as `docs/guide/zh/NAME.md` and `docs/guide/en/NAME.md`: `start`,
 * and one named after each screen of the menu.
 */
export const guideNames = [
  'start',
  'dashboard',
  'inbox',
  'og',
  'person',
  'event',
  'report',
  'upload',
  'search',
  'notification',
  'issue',
  'admin_diff',
  'admin_pages',
  'admin_words',
  'admin_source',
  'admin_fact_check',
  'admin_duplicate',
  'admin_list',
  'admin_screening',
  'admin_og_cates',
  'admin_user_manage',
  'admin_audit',
  'admin_erasure',
  'admin_system',
  'device_list',
] as const satisfies readonly ('start' | PageName)[]
export type GuideName = (typeof guideNames)[number]

/** Screens that another screen's page describes, in addition to those with a `menuOf`. */
const sameAs: Partial<Record<PageName, GuideName>> = {
  admin_og: 'og',
  admin_person: 'person',
  import_choice: 'admin_fact_check',
  user_webhook: 'notification',
  clip: 'admin_pages',
}

export function isGuideName(name: string | undefined): name is GuideName {
  return (guideNames as readonly (string | undefined)[]).includes(name)
}

/** The page of the guide for a screen; the first one for screens without their own. */
export function guideOf(screen: string): GuideName {
  const name = sameAs[screen as PageName] ?? screen
  if (isGuideName(name)) return name
  const parent = (pageRoutes as Readonly<Record<string, PageRoute>>)[name]?.menuOf
  return parent ? guideOf(parent) : 'start'
}
