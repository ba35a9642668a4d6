import { Popconfirm } from 'antd'
import { useState } from 'react'
import type { OgRelation } from '#contract/og_relation.api.ts'
import { shareText } from '#contract/share.ts'
import { LinkMark } from '#web/features/claim/claim.ts'
import { SanctionTag } from '#web/features/standing/standing.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { PageLink } from '#web/platform/page.tsx'
import { showError } from '#web/platform/query.ts'
import { LinkedActs } from '#web/record/linked-acts.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { DangerLevelTag } from '#web/ui/danger-level.tsx'
import { spanText } from '#web/ui/span.ts'
import { type LinkOwner, linkFromOwner, removeLink } from './link-calls.ts'
import { ogRelationMessages } from './messages.ts'
import css from './og-relation.module.css'
import { linkedMessages, linkingMessages } from './type-names.ts'

type Props = { of: LinkOwner; link: OgRelation; onEdit: () => void }

/** A link as seen from one record: the other record and its role, share, dates and sources. */
export function LinkRow({ of, link, onEdit }: Props) {
  const t = useT(ogRelationMessages)
  const linked = useT(linkedMessages)
  const linking = useT(linkingMessages)
  const [isBusy, setIsBusy] = useState(false)
  const { side, other } = linkFromOwner(of, link)
  const { share_min: min, share_max: max, is_beneficial, start_time, end_time, can } = link
  const share = min !== null && max !== null ? { min, max } : null
  const name = displayName(other)
  const remove = async () => {
    setIsBusy(true)
    try {
      await removeLink(link.id)
      notifySuccess(t('removed', { name }))
    } catch (error) {
      showError(error)
    }
    setIsBusy(false)
  }
  const what = side === 'from' ? linking(link.type) : linked(link.type)
  return (
    <li className={css.link}>
      <span className={css.what}>{what}</span>
      <Avatar name={name} src={other.icon} />
      <span className={css.name}>
        <PageLink to={`${other.noun}_detail`} params={{ id: other.id }} className="lines" title={name}>
          {name}
        </PageLink>
        {other.danger_level && other.danger_level !== '待定' && <DangerLevelTag level={other.danger_level} />}
        <SanctionTag noun={other.noun} id={other.id} />
      </span>
      <span className={css.share}>{share && shareText(share)}</span>
      <span className={css.rowNote}>
        {[is_beneficial && t('beneficial'), spanText(start_time, end_time), link.desc].filter(Boolean).join(' · ')}
      </span>
      <span className={css.mark}>
        <LinkMark
          link={{
            noun: 'og_relation',
            id: link.id,
            name: t('linkWith', { name }),
            values: { share, is_beneficial, start_time, end_time },
            mayWrite: can.includes('update'),
          }}
          support={link.support ?? undefined}
        />
      </span>
      <span className={css.acts}>
        <LinkedActs
          can={can}
          labels={{ edit: t('edit', { name }), remove: t('removeLink', { name }) }}
          isBusy={isBusy}
          onEdit={onEdit}
          asking={button => (
            <Popconfirm
              title={t('removeAsk', { name })}
              description={t('removeText')}
              okText={t('remove')}
              cancelText={t('cancel')}
              onConfirm={remove}
              placement="bottomRight"
              icon={null}
            >
              {button}
            </Popconfirm>
          )}
        />
      </span>
    </li>
  )
}
