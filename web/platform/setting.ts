import { create } from 'zustand'
import type { Locale } from '#contract/error.ts'
import { defaultSetting, type ListSetting, type Setting, updateSetting } from '#contract/setting.api.ts'
import { ApiError, call } from './api.ts'
import { translate } from './i18n.ts'
import { getLocale, hasChosenLocale, setLocale } from './locale.ts'
import { platformMessages } from './messages.ts'
import { notify } from './notice.ts'
import { showError } from './query.ts'
import { onSessionEnd, onSessionStart } from './session.ts'
import { readLocalStorage, writeStored } from './storage.ts'
import { getToken } from './token.ts'

const storageKey = 'setting'
/** Changes that the server has not confirmed are stored here and survive a reload. */
const unsavedKey = 'setting_unsaved'
const saveDelayMs = 500

/** The last known settings of this browser, so that the first paint has the right theme and width. */
function initialSetting(): Setting {
  try {
    const stored: unknown = JSON.parse(readLocalStorage(storageKey) ?? '{}')
    return { ...defaultSetting, ...(stored as Partial<Setting>), locale: getLocale() }
  } catch {
    return { ...defaultSetting, locale: getLocale() }
  }
}

export const useSetting = create<Setting>(() => initialSetting())
useSetting.subscribe(setting => writeStored(storageKey, JSON.stringify(setting)))

let unsavedSettings: Partial<Setting> = readUnsaved()
let timer: ReturnType<typeof setTimeout> | undefined

function readUnsaved(): Partial<Setting> {
  try {
    return JSON.parse(readLocalStorage(unsavedKey) ?? '{}') as Partial<Setting>
  } catch {
    return {}
  }
}

function setUnsaved(patch: Partial<Setting>): void {
  unsavedSettings = patch
  writeStored(unsavedKey, Object.keys(patch).length > 0 ? JSON.stringify(patch) : null)
}

async function save(): Promise<void> {
  const patch = unsavedSettings
  if (!getToken() || Object.keys(patch).length === 0) return
  try {
    await call(updateSetting, { body: patch })
  } catch (error) {
    showError(error)
    // The server was not reached, e.g. because a reload aborted the request: the change is sent with the next one, or
    // after the next load.
    if (error instanceof ApiError && error.status === 0) return
  }
  // Changes made during the request are saved by their own timer.
  if (unsavedSettings === patch) setUnsaved({})
}

/** Applies a change at once and saves it on the server half a second later, together with others made meanwhile. */
export function changeSetting(patch: Partial<Setting>): void {
  useSetting.setState(patch)
  saveLater(patch)
}

function saveLater(patch: Partial<Setting>): void {
  setUnsaved({
    ...unsavedSettings,
    ...patch,
    ...(patch.lists && { lists: { ...unsavedSettings.lists, ...patch.lists } }),
  })
  clearTimeout(timer)
  timer = setTimeout(() => void save(), saveDelayMs)
}

/** The user's settings of one list; `name` is the list's own, e.g. `admin_og`. */
export function useListSetting(name: string): ListSetting {
  return useSetting(setting => setting.lists[name]) ?? noListSetting
}
const noListSetting: ListSetting = {}

export function changeListSetting(name: string, patch: Partial<ListSetting>): void {
  const { lists } = useSetting.getState()
  const next = { ...lists[name], ...patch }
  useSetting.setState({ lists: { ...lists, [name]: next } })
  saveLater({ lists: { [name]: next } })
}

onSessionStart(({ locale, ...setting }) => {
  const lists = { ...setting.lists, ...unsavedSettings.lists }
  useSetting.setState({ ...defaultSetting, ...setting, ...unsavedSettings, lists, locale: getLocale() })
  if (Object.keys(unsavedSettings).length > 0) saveLater({})
  if (locale && locale !== getLocale()) {
    // A language chosen in this browser has priority, and is saved on the server.
    if (hasChosenLocale()) changeSetting({ locale: getLocale() })
    else setLocale(locale)
  }
})

/** Changes the language everywhere and confirms it in the new one. */
export function changeLocale(locale: Locale): void {
  if (locale === getLocale()) return
  setLocale(locale)
  if (getToken()) changeSetting({ locale })
  else useSetting.setState({ locale })
  notify({ id: 'locale', kind: 'success', text: translate(platformMessages)('localeChanged') })
}

onSessionEnd(() => {
  clearTimeout(timer)
  setUnsaved({})
  useSetting.setState({ ...defaultSetting, theme: useSetting.getState().theme, locale: getLocale() }, true)
})
