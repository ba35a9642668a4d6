import { Form, Input } from 'antd'
import type { ReportBlock } from '#contract/report-body.ts'
import { cutText } from '#contract/text.ts'
import { useT } from '#web/platform/i18n.ts'
import { type EvidenceAttrs, newKey } from './body/body-types.ts'
import { PutDialog } from './put-dialog.tsx'
import { quoteMessages } from './quote-messages.ts'

/** A literal quotation from a version of a page. */
export type Quotation = { version: number; words: string; title: string; url: string; at: string }

const quoteAtMost = 5_000

/** Appends a quotation with its evidence to a draft, or creates a report with it. */
export default function QuoteDialog({ quotation, onClose }: { quotation: Quotation; onClose: () => void }) {
  const t = useT(quoteMessages)
  const words = cutText(quotation.words, quoteAtMost)
  return (
    <PutDialog
      heading={t('quote')}
      act={t('quoteAct')}
      done={t('quoted')}
      title={quotation.title}
      make={() => blockOf(quotation, words)}
      onClose={onClose}
    >
      <Form.Item label={t('words')} extra={words.length < quotation.words.length ? t('cut') : undefined}>
        <Input.TextArea aria-label={t('words')} value={words} readOnly autoSize={{ minRows: 2, maxRows: 8 }} />
      </Form.Item>
    </PutDialog>
  )
}

function blockOf({ version, title, url, at }: Quotation, words: string): ReportBlock {
  const attrs: EvidenceAttrs = {
    key: newKey(),
    noun: 'page_version',
    id: version,
    quote: words,
    title: cutText(title, 500),
    url: cutText(url, 2_000),
    at,
  }
  return { type: 'evidence', attrs }
}
