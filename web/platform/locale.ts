import { create } from 'zustand'
import { type Locale, locales } from '#contract/error.ts'
import { readLocalStorage, writeStored } from './storage.ts'

const storageKey = 'locale'

function isLocale(value: string | null): value is Locale {
  return (locales as readonly string[]).includes(value ?? '')
}

/** True if the user of this browser has chosen a language; the server's stored one then does not override it. */
export function hasChosenLocale(): boolean {
  return isLocale(readLocalStorage(storageKey))
}

function initialLocale(): Locale {
  const stored = readLocalStorage(storageKey)
  return isLocale(stored) ? stored : locales[0]
}

/** The language in use; zh-CN until another one is chosen. */
export const useLocale = create<Locale>(() => initialLocale())

export function getLocale(): Locale {
  return useLocale.getState()
}

export function setLocale(locale: Locale): void {
  writeStored(storageKey, locale)
  useLocale.setState(locale, true)
}

useLocale.subscribe(locale => {
  document.documentElement.lang = locale
})
document.documentElement.lang = initialLocale()
