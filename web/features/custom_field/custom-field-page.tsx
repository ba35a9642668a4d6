import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { Plus } from 'lucide-react'
import { lazy, useState } from 'react'
import { type CustomField, listCustomFields } from '#contract/custom_field.api.ts'
import { type Entity, entityLabels, entityNames } from '#contract/registry.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { endpointQuery, errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { PageFrame } from '#web/ui/frame/page-frame.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { CustomFieldTable } from './custom-field-table.tsx'
import { customFieldMessages } from './messages.ts'

const CustomFieldForm = lazy(() => import('./custom-field-form.tsx'))

type OpenDialog = { noun: Entity; field?: CustomField } | null

/** `/admin/custom_fields`: the fields that the team added to each entity. */
export default function CustomFieldPage() {
  const t = useT(customFieldMessages)
  const locale = useLocale()
  const [opened, setOpened] = useState<OpenDialog>(null)
  const { data, error, refetch } = useQuery(endpointQuery(listCustomFields, {}))
  return (
    <PageFrame title={t('title')} text={t('text')} isWide>
      {error && !data && (
        <Failure isWhole onRetry={() => void refetch()}>
          {t('failed')} {errorText(error)}
        </Failure>
      )}
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 8 }} />}
      {data &&
        entityNames.map(noun => (
          <section key={noun} className="below-6" aria-labelledby={`of-${noun}`}>
            <div className="row spread gap-3 below-3">
              <h2 id={`of-${noun}`} className="strong">
                {entityLabels[noun].many[locale]}
              </h2>
              <Button
                icon={<Plus size={16} aria-hidden />}
                aria-label={t('createNamed', { noun: entityLabels[noun].one[locale] })}
                onClick={() => setOpened({ noun })}
              >
                {t('add')}
              </Button>
            </div>
            <CustomFieldTable
              noun={noun}
              fields={data.items.filter(field => field.noun === noun)}
              onEdit={field => setOpened({ noun, field })}
            />
          </section>
        ))}
      <LazyDialog>
        {opened && <CustomFieldForm noun={opened.noun} field={opened.field} onClose={() => setOpened(null)} />}
      </LazyDialog>
    </PageFrame>
  )
}
