import { type BilingualText, bilingual } from '#contract/bilingual.ts'

/**
 * Names of the categories. The user who loads the words sees them, and filters by them, in one language for all words.
 */
export const startingCategories = {
  sanction: bilingual('制裁', 'Sanctions'),
  crime: bilingual('犯罪', 'Crime'),
  insolvency: bilingual('破产', 'Insolvency'),
  litigation: bilingual('诉讼与处罚', 'Litigation'),
  boycott: bilingual('抵制', 'Boycott'),
  accident: bilingual('事故', 'Accident'),
} as const satisfies Record<string, BilingualText>
export type StartingCategory = keyof typeof startingCategories

/** Words by category and level, and the harmless phrases that contain some of them. */
export type StartingWords = Record<StartingCategory, Record<1 | 2 | 3, string>> & { allow: string }
