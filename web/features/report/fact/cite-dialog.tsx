import { Form, Modal } from 'antd'
import { useState } from 'react'
import type { CardNoun } from '#contract/noun.ts'
import { useT } from '#web/platform/i18n.ts'
import { Mention } from '../body/body-parts.tsx'
import { PutDialog } from '../put-dialog.tsx'
import { type Citable, factAttrs, factNode, isSame } from './cites-of.ts'
import { factMessages } from './fact-messages.ts'
import { FactWords } from './fact-words.tsx'
import { useCitable } from './use-citable.ts'

type Props = { noun: CardNoun; id: number; field: string; value: unknown; onClose: () => void }

/** Puts a value that a record shows into a draft, with its evidence. */
export default function CiteDialog({ noun, id, field, value, onClose }: Props) {
  const t = useT(factMessages)
  const { facts, isError } = useCitable(noun, id)
  const fact = facts?.find(each => each.field === field && isSame(each.value, value))
  if (fact) return <Cite fact={fact} onClose={onClose} />
  if (!facts && !isError) return null
  return (
    <Modal open title={t('cite')} footer={null} onCancel={onClose}>
      <p role="alert">{t(isError ? 'loadFailed' : 'noLonger')}</p>
    </Modal>
  )
}

function Cite({ fact, onClose }: { fact: Citable; onClose: () => void }) {
  const t = useT(factMessages)
  const [attrs] = useState(() => factAttrs(fact))
  return (
    <PutDialog
      heading={t('cite')}
      act={t('citeAct')}
      done={t('cited')}
      title={fact.label}
      make={() => ({ type: 'paragraph', content: [factNode(fact)] })}
      onClose={onClose}
    >
      <Form.Item label={t('fact')}>
        <Mention attrs={attrs} />
        <FactWords attrs={attrs} /> <span className="small quiet">{t('sources', { count: attrs.cites.length })}</span>
      </Form.Item>
    </PutDialog>
  )
}
