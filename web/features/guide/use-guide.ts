import { use } from 'react'
import type { Locale } from '#contract/error.ts'
import { loadUntilFound } from '#web/platform/code.ts'
import { useLocale } from '#web/platform/locale.ts'
import type { GuidePages } from './node.ts'

type Guide = { pages: GuidePages; pictures: Record<string, string> }

const loaded = new Map<Locale, Promise<Guide>>()

/** The guide in the language of the console; suspends while it loads. */
export function useGuide(): Guide {
  const locale = useLocale()
  const guide = loaded.get(locale) ?? loadUntilFound(() => load(locale))
  loaded.set(locale, guide)
  return use(guide)
}

function load(locale: Locale): Promise<Guide> {
  return locale === 'zh-CN' ? import('virtual:guide/zh-CN') : import('virtual:guide/en-US')
}
