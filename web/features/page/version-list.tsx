import type { PageVersion } from '#contract/page.api.ts'
import { useQualityWord } from '#web/features/site/site.ts'
import { useT } from '#web/platform/i18n.ts'
import { pagePageMessages } from './page-page-messages.ts'
import css from './version.module.css'
import { versionTimes } from './version-times.ts'

type Props = {
  /** Newest first. */
  versions: readonly PageVersion[]
  chosen: number
  onChoose: (id: number) => void
  onCompare: (from: number, to: number) => void
}

/** The versions as a table: the data behind the marks of the strip. */
export function VersionList({ versions, chosen, onChoose, onCompare }: Props) {
  const t = useT(pagePageMessages)
  const why = useQualityWord()
  const timeOf = versionTimes(versions)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <section className="scroll-x" tabIndex={0} aria-label={t('versions')}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('thOrder')}</th>
            <th scope="col">{t('fetchedAt')}</th>
            <th scope="col">{t('http')}</th>
            <th scope="col">{t('quality')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('show')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {versions.map((version, index) => {
            const before = versions.slice(index + 1).find(each => each.quality === 'good')
            return (
              <tr key={version.id} aria-current={version.id === chosen || undefined}>
                <td className={version.archive ? css.fromArchive : undefined}>
                  {version.archive
                    ? t(version.archive.is_clip ? 'clippedBy' : 'archiveOf', { name: version.archive.file_name })
                    : version.round}
                </td>
                <td className={css.when}>
                  {timeOf(version)}
                  {version.is_evidence && ` · ${t('markEvidence')}`}
                </td>
                <td>{statusText(version)}</td>
                <td className={css.quality} data-quality={version.quality}>
                  {version.quality === 'good'
                    ? t('good')
                    : [t('markLow'), ...version.quality_reasons.map(why)].join(' · ')}
                </td>
                <td className={css.acts}>
                  <button type="button" className={css.link} onClick={() => onChoose(version.id)}>
                    {t('show')}
                  </button>
                  {before && (
                    <button
                      type="button"
                      className={css.link}
                      title={t('compareWith')}
                      onClick={() => onCompare(before.id, version.id)}
                    >
                      {t('compare')}
                    </button>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

/** `200 → 404` if the effective status differs from the reported one. */
export function statusText({ http_status: reported, effective_status: real }: PageVersion): string {
  return reported === real || real === null ? String(reported ?? '—') : `${reported ?? '—'} → ${real}`
}
