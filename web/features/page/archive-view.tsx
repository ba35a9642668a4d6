import type { ReactNode } from 'react'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { pagePageMessages } from './page-page-messages.ts'
import css from './version.module.css'
import type { PageVersionReply } from './version-text.tsx'

/** Blocks loading, scripts and navigation. It precedes the stored page, so the page cannot override it. */
const guard =
  '<!doctype html><meta charset="utf-8">' +
  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'\">" +
  '<meta name="referrer" content="no-referrer"><base target="_blank">' +
  '<style>html{background:#fff;color-scheme:light}a,area,button,input,select,textarea{pointer-events:none!important}</style>'

/**
 * The guard comes first and brings its own doctype; the page's doctype is removed, so that the browser sees only one.
 */
export function withGuard(html: string): string {
  return guard + html.replace(/^\s*<!doctype[^>]*>/i, '')
}

type Props = { stored: Pick<PageVersionReply, 'version' | 'html'>; isBusy?: boolean; children?: ReactNode }

/** The archived page without active content. */
export function ArchiveView({ stored, isBusy, children }: Props) {
  const t = useT(pagePageMessages)
  const { html, version } = stored
  if (version.is_lost) return <p className={css.note}>{t('lostText')}</p>
  if (html === null) return <p className={css.note}>{t('noHtml')}</p>
  return (
    <div className={css.archive} aria-busy={isBusy}>
      {children && <div className={css.archiveActs}>{children}</div>}
      <iframe
        sandbox=""
        referrerPolicy="no-referrer"
        title={t('archiveTitle', { at: formatInstant(version.fetched_at) })}
        srcDoc={withGuard(html)}
      />
      <p className="small quiet">{t('archiveNote')}</p>
    </div>
  )
}
