import type { Locale } from './error.ts'

/** A text in both languages. */
export type Words = Readonly<Record<Locale, string>>

export const words = (zh: string, en: string): Words => ({ 'zh-CN': zh, 'en-US': en })
