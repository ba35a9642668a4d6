import { Button } from 'antd'
import { useId } from 'react'
import * as z from 'zod/mini'
import { type Og, ogSchema } from '#contract/og.api.ts'
import { type Site, WatchedSite } from '#contract/site.api.ts'
import { proposedAssetMb, watchOg } from '#web/features/og/og.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { useGo } from '#web/platform/page.tsx'
import { RecordForm } from '#web/ui/form/record-form.tsx'
import { SwitchField } from '#web/ui/form/switch-field.tsx'
import { LinesField, NumberField } from '#web/ui/form/text-field.tsx'
import { useRecordForm } from '#web/ui/form/use-record-form.ts'
import { siteMessages } from './messages.ts'
import css from './site.module.css'
import { useSiteFormatters } from './site-formatters.ts'

const schema = z.extend(WatchedSite, { entrances: ogSchema.entrances.write.check(z.minLength(1)) })

/** Puts a site under watch in one step: the start addresses, and whether crawling starts now and continues. */
export function WatchForm({ og }: { og: Pick<Og, 'id' | 'name' | 'rev'> }) {
  const t = useT(siteMessages)
  const { label, hint } = ogSchema.entrances
  const locale = useLocale()
  const go = useGo()
  const formId = useId()
  const formatters = useSiteFormatters()
  const state = useRecordForm<Site>({
    schema,
    fields: ['entrances', 'is_on', 'asset_mb'],
    initial: { entrances: [], is_on: true, asset_mb: proposedAssetMb },
    save: values => watchOg(og, values as z.output<typeof WatchedSite>, go),
    onSaved: () => {},
  })
  return (
    <div className={css.watch}>
      <RecordForm state={state} id={formId} label={t('watch')} formatters={formatters}>
        <LinesField
          name="entrances"
          label={label[locale]}
          hint={hint?.[locale]}
          isWide
          placeholder="https://www.example.org/"
          isRequired
          isMono
        />
        <SwitchField name="is_on" label={t('watchNow')} hint={t('watchHint')} isWide />
        <NumberField name="asset_mb" label={t('asset_mb')} min={0} max={100_000} hint={t('assetHint')} isWide />
      </RecordForm>
      <Button type="primary" htmlType="submit" form={formId} loading={state.isBusy && { delay: 200 }}>
        {t('watch')}
      </Button>
    </div>
  )
}
