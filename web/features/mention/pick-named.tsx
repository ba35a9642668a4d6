import { Checkbox, Modal } from 'antd'
import { useState } from 'react'
import type { MentionedRecord } from '#contract/mention.api.ts'
import { useT } from '#web/platform/i18n.ts'
import css from './named.module.css'
import { namedMessages } from './named-messages.ts'
import { NameUse } from './named-parts.tsx'

type Props = {
  candidates: readonly MentionedRecord[]
  onPick: (picked: MentionedRecord[]) => void
  onCancel: () => void
}

const keyOf = ({ noun, id }: MentionedRecord) => `${noun} ${id}`

/** Records that a text might name, none ticked: every link is a user's choice. */
export function PickNamed({ candidates, onPick, onCancel }: Props) {
  const t = useT(namedMessages)
  const [keys, setKeys] = useState<string[]>([])
  return (
    <Modal
      open
      title={t('pick')}
      okText={t('pickOk', { count: keys.length })}
      cancelText={t('cancel')}
      onOk={() => onPick(candidates.filter(each => keys.includes(keyOf(each))))}
      onCancel={onCancel}
    >
      <p className="small quiet break">{t('pickText')}</p>
      <ul className={css.picks}>
        {candidates.map((named, index) => {
          const key = keyOf(named)
          return (
            <li key={key}>
              <Checkbox
                autoFocus={index === 0}
                checked={keys.includes(key)}
                onChange={event =>
                  setKeys(before => (event.target.checked ? [...before, key] : before.filter(each => each !== key)))
                }
              >
                <span className={css.card}>
                  <NameUse named={named} />
                </span>
              </Checkbox>
            </li>
          )
        })}
      </ul>
    </Modal>
  )
}
