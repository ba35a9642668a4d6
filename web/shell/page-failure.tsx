import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useT } from '#web/platform/i18n.ts'
import { guardMessages } from './guard-messages.ts'
import css from './root.module.css'

/** A page's code that is no longer on the server: another version has been put there since this one was opened. */
function isOutdated(error: unknown): boolean {
  const text = error instanceof Error ? error.message : ''
  return /dynamically imported module|importing a module script|module script failed|preload CSS/i.test(text)
}

/** Instead of a page that could not be loaded or drawn. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const t = useT(guardMessages)
  const router = useRouter()
  const isNewVersion = isOutdated(error) && navigator.onLine
  return (
    <section className={css.failure} role="alert">
      <h1>{isNewVersion ? t('newVersionTitle') : t('failedTitle')}</h1>
      <p className="quiet">{isNewVersion ? t('newVersionText') : t('failedText')}</p>
      <div className="flex gap-3 above-3">
        <button type="button" className={css.primary} onClick={() => window.location.reload()}>
          {t('reload')}
        </button>
        {!isNewVersion && (
          <button
            type="button"
            className={css.button}
            onClick={() => {
              reset()
              void router.invalidate()
            }}
          >
            {t('retry')}
          </button>
        )}
      </div>
    </section>
  )
}
