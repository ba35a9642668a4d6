import { type Site, watchSite } from '#contract/site.api.ts'
import { call } from '#web/platform/api.ts'
import { translate } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notice.ts'
import type { useGo } from '#web/platform/page.tsx'
import { refresh } from '#web/platform/query.ts'
import { ogFormMessages } from './form-messages.ts'

type WatchTarget = { id: number; name: string; rev: number }
/** Proposed room for styles and pictures of a new site: enough for a small one. */
export const proposedAssetMb = 100

type WatchSettings = { entrances: string[]; is_on: boolean; asset_mb?: number | undefined }

/**
 * Puts the site of an organisation under watch. If it is switched on, a notice reports that the crawl has started and
 * links to it.
 */
export async function watchOg(
  { id, name, rev }: WatchTarget,
  wanted: WatchSettings,
  go: ReturnType<typeof useGo>,
): Promise<Site> {
  const t = translate(ogFormMessages)
  const site = await call(watchSite, { params: { id }, body: { ...wanted, rev } })
  const show = { label: t('showFetch'), run: () => go('og_detail', { params: { id }, search: { tab: 'site' } }) }
  if (wanted.is_on) notify({ kind: 'success', text: t('fetching', { name }), action: show, durationMs: 8_000 })
  else notify({ kind: 'success', text: t('savedNamed', { name }) })
  await refresh('og', 'page', 'diff', 'dashboard')
  return site
}
