import { Button, Form } from 'antd'
import { Quote } from 'lucide-react'
import { useState } from 'react'
import type { CardNoun } from '#contract/noun.ts'
import { supers } from '#contract/role.ts'
import { useClaimLabel } from '#web/features/claim/claim.ts'
import { useT } from '#web/platform/i18n.ts'
import { useRole } from '#web/platform/session.ts'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Mention } from '../body/body-parts.tsx'
import { PutDialog } from '../put-dialog.tsx'
import { type Citable, factAttrs, factNode, isSame } from './cites-of.ts'
import { factMessages } from './fact-messages.ts'
import { FactWords } from './fact-words.tsx'
import { useCitable } from './use-citable.ts'

type Props = { noun: CardNoun; id: number; field: string; value: unknown }

/** Beside a value that somebody stands for: puts it into a draft with its evidence. */
export default function CiteAct({ noun, id, field, value }: Props) {
  const t = useT(factMessages)
  const role = useRole()
  const label = useClaimLabel(noun)
  const { facts } = useCitable(noun, id)
  const [isOpen, setIsOpen] = useState(false)
  const fact = facts?.find(each => each.field === field && isSame(each.value, value))
  if (!fact || !supers.some(each => each === role)) return null
  return (
    <>
      <Button
        size="small"
        icon={<Quote size={14} aria-hidden />}
        aria-label={t('citeNamed', { field: label(field) })}
        onClick={() => setIsOpen(true)}
      >
        {t('cite')}
      </Button>
      <LazyDialog>{isOpen && <CiteDialog fact={fact} onClose={() => setIsOpen(false)} />}</LazyDialog>
    </>
  )
}

function CiteDialog({ fact, onClose }: { fact: Citable; onClose: () => void }) {
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
