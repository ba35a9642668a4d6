import * as z from 'zod/mini'
import { type Site, SiteSettings, siteDefaults, siteFields } from '#contract/site.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { SelectField } from '#web/ui/form/choice-field.tsx'
import { FormDrawer } from '#web/ui/form/form-drawer.tsx'
import { FormSection } from '#web/ui/form/record-form.tsx'
import { SwitchField } from '#web/ui/form/switch-field.tsx'
import { NumberField } from '#web/ui/form/text-field.tsx'
import { useRecordForm } from '#web/ui/form/use-record-form.ts'
import { siteMessages } from './messages.ts'
import { ScheduleField } from './schedule-field.tsx'
import { saveSite } from './site-calls.ts'
import { useSiteFormatters } from './site-formatters.ts'

const charsets = [
  'utf-8',
  'gbk',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'utf-16le',
  'windows-1251',
  'windows-1252',
]
/** Filters have a separate editor with a trial. */
const fields = siteFields.filter(field => field !== 'filter')
const schema = z.omit(SiteSettings, { filter: true })

/** Names of time zones; a stored one that this browser does not know stays a choice. */
function zonesWith(zone: string): string[] {
  const known = Intl.supportedValuesOf('timeZone')
  return [...new Set(['Asia/Shanghai', 'UTC', zone, ...known])]
}

/** The form for schedule, limits and fetch mode. */
export default function SiteForm({ site, onClose }: { site: Site; onClose: () => void }) {
  const t = useT(siteMessages)
  const formatters = useSiteFormatters()
  const state = useRecordForm<Site>({
    schema,
    fields,
    record: site,
    initial: siteDefaults,
    save: (values, rev) => saveSite(site.og_id, values, rev),
    onSaved: () => {
      notifySuccess(t('saved'))
      onClose()
    },
  })
  const options = (values: readonly string[]) => values.map(value => ({ value, label: value }))
  return (
    <FormDrawer title={t('edit')} state={state} formatters={formatters} onClose={onClose}>
      <FormSection title={t('schedule')} />
      <SwitchField name="is_on" label={t('is_on')} isWide />
      <ScheduleField />
      <SelectField name="zone" label={t('zone')} options={options(zonesWith(site.zone))} isSearchable />
      <NumberField name="jitter_min" label={t('jitter_min')} min={0} max={720} hint={t('jitterHint')} />
      <NumberField name="visit_percent" label={t('visit_percent')} min={5} max={100} hint={t('visitHint')} />
      <FormSection title={t('limits')} />
      <NumberField name="max_pages" label={t('max_pages')} min={1} max={100_000} />
      <NumberField name="max_depth" label={t('max_depth')} min={0} max={50} />
      <NumberField name="max_page_mb" label={t('max_page_mb')} min={1} max={100} />
      <NumberField name="max_round_mb" label={t('max_round_mb')} min={1} max={100_000} />
      <NumberField name="max_minutes" label={t('max_minutes')} min={1} max={10_080} />
      <NumberField name="asset_mb" label={t('asset_mb')} min={0} max={100_000} hint={t('assetHint')} />
      <FormSection title={t('reading')} />
      <NumberField name="delay_ms" label={t('delay_ms')} min={0} max={600_000} hint={t('delayHint')} />
      <SelectField
        name="charset"
        label={t('charset')}
        options={options([...new Set([...charsets, ...(site.charset ? [site.charset] : [])])])}
        hint={t('charsetHint')}
        hasNone
        isSearchable
      />
      <SwitchField name="is_rendered" label={t('is_rendered')} hint={t('renderedHint')} />
    </FormDrawer>
  )
}
