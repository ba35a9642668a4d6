import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { getModelAdmin, type ModelAdmin, setModelKey, testModel } from '#contract/model.api.ts'
import { call } from '#web/platform/api.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { endpointQuery, errorText, refresh, showError } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { modelAdminMessages } from './messages.ts'
import css from './model.module.css'

const keyChars = 500

/** Below the settings of the model: its key, a test, and who used it. */
export function ModelAdminRows() {
  const { data } = useQuery({ ...endpointQuery(getModelAdmin, {}), meta: { quiet: true } })
  if (!data) return null
  return (
    <>
      <KeyRow state={data.key} />
      <TestRow />
      <UseRow users={data.users} />
    </>
  )
}

function Row({ label, text, children }: { label: ReactNode; text: string; children: ReactNode }) {
  return (
    <div className="row wrap spread gap-3 gap-x-6">
      <div className={css.said}>
        <p className="strong">{label}</p>
        <p className="quiet">{text}</p>
      </div>
      {children}
    </div>
  )
}

function KeyRow({ state }: { state: ModelAdmin['key'] }) {
  const t = useT(modelAdminMessages)
  const id = useId()
  const [key, setKey] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  async function save(value: string) {
    setIsBusy(true)
    try {
      await call(setModelKey, { body: { key: value } })
      setKey('')
      notifySuccess(t(value === '' ? 'keyRemoved' : 'keySaved'))
      await refresh('model')
    } catch (error) {
      showError(error)
    }
    setIsBusy(false)
  }
  return (
    <Row label={<label htmlFor={id}>{t('key')}</label>} text={t('keyText')}>
      <div className="row wrap gap-3">
        <span className={state === 'unreadable' ? 'small danger' : 'small quiet'}>{t(`key_${state}`)}</span>
        <Input.Password
          id={id}
          className={css.key}
          value={key}
          maxLength={keyChars}
          autoComplete="off"
          placeholder={t('newKey')}
          onChange={event => setKey(event.target.value.trim())}
        />
        {key !== '' && (
          <Button loading={isBusy} onClick={() => void save(key)}>
            {t('saveKey')}
          </Button>
        )}
        {key === '' && state !== 'none' && (
          <Button loading={isBusy} onClick={() => void save('')}>
            {t('removeKey')}
          </Button>
        )}
      </div>
    </Row>
  )
}

function TestRow() {
  const t = useT(modelAdminMessages)
  const [result, setResult] = useState<Reply<typeof testModel>>()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  async function run() {
    setIsBusy(true)
    setResult(undefined)
    setFailure(undefined)
    try {
      setResult(await call(testModel, {}, { isBackground: true }))
    } catch (error) {
      setFailure(errorText(error))
    }
    setIsBusy(false)
    await refresh('model')
  }
  return (
    <>
      <Row label={t('test')} text={t('testText')}>
        <Button loading={isBusy} onClick={() => void run()}>
          {t('testRun')}
        </Button>
      </Row>
      {failure !== undefined && <Failure>{failure}</Failure>}
      {result && (
        <div role="status">
          <p className="break">{t('testOk', { answer: result.answer })}</p>
          <p className="small quiet">
            {t('testFacts', { ms: result.ms, tokens: result.tokens })}
            {!result.has_schema && ` · ${t('noSchema')}`}
          </p>
        </div>
      )}
    </>
  )
}

function UseRow({ users }: { users: ModelAdmin['users'] }) {
  const t = useT(modelAdminMessages)
  const locale = useLocale()
  const number = new Intl.NumberFormat(locale)
  return (
    <div className="stack gap-2">
      <p className="strong">{t('uses')}</p>
      {users.length === 0 && <p className="quiet">{t('noUses')}</p>}
      {users.length > 0 && (
        <div className="scroll-x">
          <table className="table">
            <thead>
              <tr>
                <th>{t('user')}</th>
                <th>{t('requests')}</th>
                <th>{t('failedRequests')}</th>
                <th>{t('tokens')}</th>
                <th>{t('seconds')}</th>
              </tr>
            </thead>
            <tbody>
              {users.map(({ id, username, requests, failed, tokens, ms }) => (
                <tr key={id}>
                  <td>{username}</td>
                  <td>{number.format(requests)}</td>
                  <td>{number.format(failed)}</td>
                  <td>{number.format(tokens)}</td>
                  <td>{number.format(Math.round(ms / 1000))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}
