import { Form, Modal } from 'antd'
import { useState } from 'react'
import type { ClaimEntity } from '#contract/claim.api.ts'
import type { Entity, LinkEntity } from '#contract/registry.ts'
import { useClaims } from '#web/features/claim/claim.ts'
import { useT } from '#web/platform/i18n.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { PutDialog } from '../put-dialog.tsx'
import { type Citable, claimsOf, factAttrs, factNode, isSameCite } from './cites-of.ts'
import { factMessages } from './fact-messages.ts'
import { FactOf } from './fact-of.tsx'
import { FactWords } from './fact-words.tsx'
import { useCitable } from './use-citable.ts'

type Props = { noun: ClaimEntity; id: number; field: string; value: unknown; label?: string; onClose: () => void }

type CiteProps<N> = { noun: N; id: number; field: string; value: unknown; onClose: () => void }

/** Inserts a value of a record into a draft, with its evidence. */
export default function CiteDialog({ noun, label = '', ...rest }: Props) {
  return noun === 'membership' || noun === 'relation' || noun === 'og_relation' ? (
    <CiteLink {...rest} noun={noun} label={label} />
  ) : (
    <CiteRecord {...rest} noun={noun} />
  )
}

/** Chooses among the statements about a link between two records. */
function CiteLink({ noun, id, field, value, label, onClose }: CiteProps<LinkEntity> & { label: string }) {
  const { data, isError } = useClaims({ noun, id })
  if (data)
    return (
      <Cite fact={{ noun, id, label, field, value, claims: claimsOf(data.items, field, value) }} onClose={onClose} />
    )
  return isError ? <Missing isError onClose={onClose} /> : null
}

function CiteRecord({ noun, id, field, value, onClose }: CiteProps<Entity>) {
  const { facts, isError } = useCitable(noun, id)
  const fact = facts?.find(each => each.field === field && isSameCite(each.value, value))
  if (fact) return <Cite fact={fact} onClose={onClose} />
  if (!facts && !isError) return null
  return <Missing isError={isError} onClose={onClose} />
}

function Missing({ isError, onClose }: { isError: boolean; onClose: () => void }) {
  const t = useT(factMessages)
  return (
    <Modal open title={t('cite')} footer={null} onCancel={onClose}>
      <Failure>{t(isError ? 'loadFailed' : 'noLonger')}</Failure>
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
        <FactOf attrs={attrs} />
        <FactWords attrs={attrs} /> <span className="small quiet">{t('sources', { count: attrs.cites.length })}</span>
      </Form.Item>
    </PutDialog>
  )
}
