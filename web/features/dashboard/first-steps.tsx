import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { firstStepNames, firstSteps } from '#contract/dashboard.api.ts'
import type { Reply } from '#contract/endpoint.ts'
import { loadExampleList } from '#contract/list.api.ts'
import { admins } from '#contract/role.ts'
import { DemoButton, OgForm, OgImport, ogSource } from '#web/features/og/og.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { PageLink, useGo } from '#web/platform/page.tsx'
import { Permitted } from '#web/platform/permitted.tsx'
import { endpointQuery, refresh, showError } from '#web/platform/query.ts'
import { useUser } from '#web/platform/session.ts'
import { changeSetting, useSetting } from '#web/platform/setting.ts'
import { readLocalStorage, writeStored } from '#web/platform/storage.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { RecordPicker } from '#web/ui/picker/record-picker.tsx'
import css from './first-steps.module.css'
import { dashboardMessages } from './messages.ts'

type StepName = Reply<typeof firstSteps>['open'][number]

/** The users of this browser for whom no step is open: the steps are not requested again. */
const doneKey = 'first_steps_done'

/** The first steps that are open, for editors; `isBare`: there is no record yet, and nothing else is shown. */
export function FirstSteps({ isBare }: { isBare: boolean }) {
  const t = useT(dashboardMessages)
  const isShown = useSetting(setting => setting.first_steps)
  const { open, error, retry } = useOpenSteps(isBare, isShown)
  const [dialog, setDialog] = useState<'import' | 'add' | null>(null)
  const go = useGo()
  const close = () => setDialog(null)
  const hide = () => {
    changeSetting({ first_steps: false })
    notifySuccess(t('stepsHidden'))
  }
  const steps = isBare || isShown ? open : []
  return (
    <>
      {isBare && error !== null && <Failure onRetry={retry}>{t('stepsFailed')}</Failure>}
      {steps.length > 0 && (
        <section className={css.first} data-bare={isBare || undefined} aria-labelledby="first-steps">
          <header className={css.head}>
            <h2 id="first-steps">{isBare ? t('stepsTitle') : t('stepsLeft', { count: steps.length })}</h2>
            {isBare ? (
              <p className="quiet">
                {t('stepsText')} <PageLink to="guide">{t('stepsGuide')}</PageLink>
              </p>
            ) : (
              <Button type="link" size="small" className="push" onClick={hide}>
                {t('stepsHide')}
              </Button>
            )}
          </header>
          <ol className={css.steps}>
            {steps.map((name, at) => (
              <Step key={name} name={name}>
                {name === 'record' && (
                  <>
                    <Button type="primary" onClick={() => setDialog('import')}>
                      {t('stepImport')}
                    </Button>
                    <Button onClick={() => setDialog('add')}>{t('stepAdd')}</Button>
                    <Permitted roles={admins}>
                      <Suspense>
                        <DemoButton />
                      </Suspense>
                    </Permitted>
                  </>
                )}
                {name === 'site' && <SiteStep isFirst={at === 0} />}
                {name === 'list' && <ListStep isFirst={at === 0} />}
              </Step>
            ))}
          </ol>
        </section>
      )}
      {/* Outside of the steps, which disappear while a dialog is still open. */}
      {dialog === 'import' && (
        <Suspense>
          <OgImport onClose={close} />
        </Suspense>
      )}
      {dialog === 'add' && (
        <Suspense>
          <OgForm onClose={close} onSaved={og => go('og_detail', { params: { id: og.id } })} />
        </Suspense>
      )}
    </>
  )
}

/** True while the first steps are requested for the first time: they appear above everything else. */
export function useIsAwaitingSteps(mayStart: boolean): boolean {
  const isShown = useSetting(setting => setting.first_steps)
  const id = String(useUser()?.id ?? '')
  const isRequested = mayStart && isShown && !(readLocalStorage(doneKey) ?? '').split(' ').includes(id)
  const { isPending } = useQuery({ ...endpointQuery(firstSteps, {}), enabled: isRequested, refetchOnMount: 'always' })
  return isRequested && isPending
}

function useOpenSteps(isBare: boolean, isShown: boolean) {
  const id = String(useUser()?.id ?? '')
  const done = (readLocalStorage(doneKey) ?? '').split(' ')
  const query = useQuery({
    ...endpointQuery(firstSteps, {}),
    enabled: isBare || (isShown && !done.includes(id)),
    refetchOnMount: 'always',
  })
  const open = query.data?.open ?? []
  const isDone = query.data !== undefined && open.length === 0
  useEffect(() => {
    const before = (readLocalStorage(doneKey) ?? '').split(' ').filter(Boolean)
    if (isDone && !before.includes(id)) writeStored(doneKey, [...before, id].join(' '))
  }, [isDone, id])
  return { open, error: query.error, retry: () => void query.refetch() }
}

const texts = {
  record: ['stepRecord', 'stepRecordText'],
  site: ['stepSite', 'stepSiteText'],
  list: ['stepList', 'stepListText'],
} as const satisfies Record<StepName, readonly [string, string]>

function Step({ name, children }: { name: StepName; children: ReactNode }) {
  const t = useT(dashboardMessages)
  const [title, text] = texts[name]
  return (
    <li className={css.step}>
      <h3 className="row gap-3">
        <span className={css.number} aria-hidden>
          {firstStepNames.indexOf(name) + 1}
        </span>
        {t(title)}
      </h3>
      <p>{t(text)}</p>
      <div className="row wrap gap-3">{children}</div>
    </li>
  )
}

/** The address is entered on the organisation’s page, next to the site’s other settings. */
function SiteStep({ isFirst }: { isFirst: boolean }) {
  const t = useT(dashboardMessages)
  const go = useGo()
  if (!isFirst) return <span className="faint">{t('stepSiteFirst')}</span>
  return (
    <div className={css.picker}>
      <RecordPicker
        source={ogSource}
        value={null}
        placeholder={t('stepSitePick')}
        aria-label={t('stepSitePick')}
        onChange={id => id !== null && go('og_detail', { params: { id }, search: { tab: 'site' } })}
      />
    </div>
  )
}

function ListStep({ isFirst }: { isFirst: boolean }) {
  const t = useT(dashboardMessages)
  const go = useGo()
  const [isBusy, setIsBusy] = useState(false)
  async function load() {
    setIsBusy(true)
    try {
      await call(loadExampleList, {})
      notifySuccess(t('stepListLoaded'))
    } catch (error) {
      showError(error)
    }
    await refresh('list', 'dashboard')
    setIsBusy(false)
  }
  return (
    <>
      <Button type={isFirst ? 'primary' : 'default'} onClick={() => go('admin_list')}>
        {t('stepListAdd')}
      </Button>
      <Button loading={isBusy} onClick={() => void load()}>
        {t('stepListExample')}
      </Button>
    </>
  )
}
