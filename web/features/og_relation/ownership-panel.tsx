import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { lazy, useState } from 'react'
import { listOgRelations, type OgRelation } from '#contract/og_relation.api.ts'
import type { ListPage } from '#contract/wire.ts'
import { useT } from '#web/platform/i18n.ts'
import { LinkedPanel } from '#web/record/linked-panel.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { ChainSection } from './chain-section.tsx'
import type { LinkOwner } from './link-calls.ts'
import { LinkRow } from './link-row.tsx'
import { ogRelationMessages } from './messages.ts'

const LinkDialog = lazy(() => import('./link-dialog.tsx'))

type Props = { of: LinkOwner; name: string; mayAdd: boolean }

/** Owners of an organisation, its holdings, and its other links. */
export default function OwnershipPanel({ of, name, mayAdd }: Props) {
  const t = useT(ogRelationMessages)
  const [opened, setOpened] = useState<{ link?: OgRelation } | null>(null)
  const query = { og: { og: String(of.id) }, person: { person: String(of.id) } }[of.noun]
  return (
    <>
      <ChainSection of={of} mayMark={mayAdd && of.noun === 'og'} />
      <LinkedPanel
        title={t('title')}
        count={({ total }: ListPage<OgRelation>) => t('count', { count: total })}
        loading={t('loadingList')}
        failed={t('failedList')}
        none={t(mayAdd ? 'none' : 'noneRead')}
        endpoint={listOgRelations}
        sent={{ query }}
        scope={`${of.noun} ${of.id}`}
        rowKey={link => link.id}
        acts={
          mayAdd && (
            <Button icon={<Plus size={14} aria-hidden />} onClick={() => setOpened({})}>
              {t('add')}
            </Button>
          )
        }
      >
        {link => <LinkRow of={of} link={link} onEdit={() => setOpened({ link })} />}
      </LinkedPanel>
      {opened && (
        <LazyDialog>
          <LinkDialog of={of} name={name} link={opened.link} onClose={() => setOpened(null)} />
        </LazyDialog>
      )}
    </>
  )
}
