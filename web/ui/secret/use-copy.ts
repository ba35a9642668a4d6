import { useT } from '#web/platform/i18n.ts'
import { notifyError, notifySuccess } from '#web/platform/notice.ts'
import { onceMessages } from './messages.ts'

/** Copies a text to the clipboard and reports the result. */
export function useCopy(): (text: string) => Promise<void> {
  const t = useT(onceMessages)
  return async text => {
    try {
      await navigator.clipboard.writeText(text)
      notifySuccess(t('copied'))
    } catch {
      notifyError(t('copyFailed'))
    }
  }
}
