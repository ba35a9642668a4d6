import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Input } from 'antd'
import { type FormEvent, useId, useRef, useState } from 'react'
import { type CertificateContent, verifyCertificate } from '#contract/certificate.api.ts'
import type { Reply } from '#contract/endpoint.ts'
import { call } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { PageFrame } from '#web/ui/frame/page-frame.tsx'
import { certificateMessages } from './certificate-messages.ts'
import css from './hit.module.css'

/** `/admin/certificate`: checks whether a certificate is genuine, and shows its content. */
export default function CertificatePage() {
  const t = useT(certificateMessages)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async (of: string | File) =>
      await call(verifyCertificate, { body: typeof of === 'string' ? { code: of } : { sha256: await digestOf(of) } }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim()) mutate(code.trim())
  }
  return (
    <PageFrame title={t('verifyTitle')} text={t('verifyText')}>
      <form className="stack gap-3" onSubmit={submit}>
        <label htmlFor={`${id}-code`}>{t('code')}</label>
        <div className="row wrap gap-3">
          <Input
            id={`${id}-code`}
            className="mono grow"
            placeholder={t('codeHint')}
            maxLength={60}
            autoComplete="off"
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
          <Button type="primary" htmlType="submit" loading={isPending} disabled={!code.trim()}>
            {t('verify')}
          </Button>
          {/* Browsers compute digests only on a secure connection. */}
          {globalThis.isSecureContext && <Button onClick={() => input.current?.click()}>{t('choosePdf')}</Button>}
        </div>
        <input
          ref={input}
          type="file"
          accept="application/pdf"
          className="visually-hidden"
          aria-label={t('choosePdf')}
          tabIndex={-1}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) mutate(file)
            target.value = ''
          }}
        />
        {globalThis.isSecureContext && <p className="small quiet">{t('fileHint')}</p>}
      </form>
      {error && <Failure>{errorText(error)}</Failure>}
      {data && !isPending && <Verdict of={data} />}
    </PageFrame>
  )
}

async function digestOf(file: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

const alertTypes = { genuine: 'success', erased: 'warning', broken: 'error', unknown: 'error' } as const

function Verdict({ of: { state, content, is_same_file } }: { of: Reply<typeof verifyCertificate> }) {
  const t = useT(certificateMessages)
  const file = is_same_file === null ? '' : ` ${t(is_same_file ? 'sameFile' : 'otherFile')}`
  return (
    <section className="stack gap-4" aria-live="polite">
      <Alert type={alertTypes[state]} showIcon title={t(state)} description={`${t(`${state}Text`)}${file}`} />
      {content && <Content content={content} />}
    </section>
  )
}

function Content({ content }: { content: CertificateContent }) {
  const t = useT(certificateMessages)
  const { made_by, made_at, record, file, party, lists, scoring, hit_count, hits } = content
  const rows: [string, string[]][] = [
    [t('record'), record ? [`${record.name} #${record.id}`] : []],
    [t('file'), file ? [file.name] : []],
    [t('names'), party?.names ?? []],
    [
      t('lists'),
      lists.map(({ name, version, entries }) =>
        t('listVersion', { name, n: String(version), count: entries.toLocaleString('en-US') }),
      ),
    ],
    [
      t('result'),
      [
        hit_count === 0 ? t('noHit', { threshold: String(scoring.threshold) }) : t('hits', { count: hit_count }),
        ...hits.map(({ caption, list, key, score }) =>
          t('hit', { caption, list, key, score: String(Math.round(score * 100)) }),
        ),
      ],
    ],
  ]
  return (
    <>
      <p className="quiet">{t('madeBy', { name: made_by, at: formatInstant(made_at) })}</p>
      <dl className={css.properties} data-whole>
        {rows
          .filter(([, values]) => values.length > 0)
          .map(([label, values]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {values.map((value, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: names can repeat, and the order does not change
                  <span key={at} className={css.value} dir="auto">
                    {value}
                  </span>
                ))}
              </dd>
            </div>
          ))}
      </dl>
    </>
  )
}
