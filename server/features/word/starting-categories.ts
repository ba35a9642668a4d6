import type { Locale } from '#contract/error.ts'

/**
 * Names of the categories. The user who loads the words sees them, and filters by them, in one language for all words.
 */
export const startingCategories = {
  sanction: { 'zh-CN': '制裁', 'en-US': 'Sanctions' },
  crime: { 'zh-CN': '犯罪', 'en-US': 'Crime' },
  insolvency: { 'zh-CN': '破产', 'en-US': 'Insolvency' },
  litigation: { 'zh-CN': '诉讼与处罚', 'en-US': 'Litigation' },
  boycott: { 'zh-CN': '抵制', 'en-US': 'Boycott' },
  accident: { 'zh-CN': '事故', 'en-US': 'Accident' },
} as const satisfies Record<string, Record<Locale, string>>
export type StartingCategory = keyof typeof startingCategories

/** Words by category and level, and the harmless phrases that contain some of them. */
export type StartingWords = Record<StartingCategory, Record<1 | 2 | 3, string>> & { allow: string }
