/** Locales offered; the first is the default. */
export const locales = ['zh-CN', 'en-US'] as const
export type Locale = (typeof locales)[number]

/** A text in both languages. */
export type BilingualText = Readonly<Record<Locale, string>>

export const bilingual = (zh: string, en: string): BilingualText => ({ 'zh-CN': zh, 'en-US': en })
