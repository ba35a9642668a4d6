import type { Locale } from './error.ts'

/** A text in both languages. */
export type BilingualText = Readonly<Record<Locale, string>>

export const words = (zh: string, en: string): BilingualText => ({ 'zh-CN': zh, 'en-US': en })
