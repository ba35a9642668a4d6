import { expect, test } from 'vitest'
import { api } from './api.ts'
import type { Endpoint } from './endpoint.ts'

/** Grave acts, which need a confirmed session; `some`: only for some inputs. */
const grave: Record<string, 'always' | 'some'> = {
  createUser: 'always',
  updateUser: 'always',
  deleteUser: 'always',
  createGroup: 'always',
  updateGroup: 'always',
  deleteGroup: 'always',
  resetFactors: 'always',
  startLink: 'always',
  deleteIdentity: 'some',
  createIdentityProvider: 'always',
  updateIdentityProvider: 'always',
  deleteIdentityProvider: 'always',
  createScimCredential: 'always',
  deleteScimCredential: 'always',
  setSystemSetting: 'some',
  createToken: 'some',
  createWebhook: 'some',
  updateWebhook: 'some',
  createExport: 'some',
  exportInterchange: 'some',
  startErasure: 'always',
  copyPerson: 'always',
  setRetention: 'always',
}

/** Changes that only administrators or only sessions may make, and that need no confirmation, with the reason. */
const plain: Record<string, readonly string[]> = {
  'they only take access away': [
    ...['logout', 'deleteToken', 'deleteFeed', 'deleteEventFeed', 'endAccess', 'endSessions', 'endUserFeed'],
    ...['deleteReconcileAddress', 'stopWebhook', 'deleteWebhook'],
  ],
  'they are the confirmation itself': ['startConfirmation', 'confirmSession', 'startProviderConfirmation'],
  'they need the password, or a confirmed session of users without one': [
    ...['startPasskey', 'startCode', 'renewRecovery', 'removeFactor', 'updateProfile'],
  ],
  'they end what such a proof has begun': ['addPasskey', 'confirmCode'],
  'they show what oneself may read, at a secret address that is marked as such': [
    ...['createFeed', 'createEventFeed', 'createReconcileAddress'],
  ],
  'they send nothing elsewhere than before': ['testWebhook', 'renewWebhookSecret', 'replayWebhookDelivery'],
  'they change nothing': [
    ...[
      'testIdentityProvider',
      'createErasure',
      'tryRetention',
      'verifyAuditChain',
      'previewReportTemplate',
      'writeExaminerReport',
    ],
    'startExaminer',
  ],
  'they change texts, lists and queues, not who may do what; the history or the audit log shows them': [
    ...['createCustomField', 'updateCustomField', 'orderCustomFields', 'createLogo', 'setReportTemplate'],
    ...['createList', 'updateList', 'deleteList', 'loadListAddress', 'loadListFile', 'loadExampleList'],
    ...['mapListVersion', 'readListVersion', 'confirmListVersion', 'cancelListVersion', 'setScreeningRule'],
    ...['createPage', 'updatePage', 'deletePage', 'updateDiff', 'bulkDiff', 'ignorePlace'],
    ...['deleteIssue', 'restoreIssue', 'retrySetAside', 'dropSetAside', 'cancelErasure', 'settleAssistantDraft'],
    ...['loadDemo', 'removeDemo'],
  ],
  'they bring in data of others; the password of a mailbox must be entered again for another server': [
    ...['createMailbox', 'updateMailbox', 'deleteMailbox', 'fetchMailbox', 'testMailbox', 'takeMailMessage'],
  ],
  'they send to the model what oneself may read, within its bounds, or keep records from it': [
    ...['setModelKey', 'testModel', 'writeDiffSentence', 'hideDiffSentence', 'translatePassage', 'draftByModel'],
  ],
}
const names = new Set(Object.values(plain).flat())

const isChange = ({ method, bound }: Endpoint) => method !== 'GET' && bound !== 'read'
const isKept = ({ roles: own, scope }: Endpoint) => own !== 'public' && (scope === 'session' || own.length === 1)

test('grave acts are those of the list', () => {
  const found = api.flatMap(({ name, endpoint: { confirm } }) =>
    confirm ? [[name, confirm === true ? 'always' : 'some'] as const] : [],
  )
  expect(Object.fromEntries(found)).toEqual(grave)
  // The client repeats such a request after the confirmation, and a request with a file cannot be repeated.
  for (const { endpoint } of api)
    if (endpoint.confirm)
      expect([endpoint.accepts, endpoint.replies, endpoint.method === 'GET']).toEqual([undefined, undefined, false])
})

test('every other change by administrators or by sessions alone has a reason to need no confirmation', () => {
  const open = api.filter(({ name, endpoint }) => isChange(endpoint) && isKept(endpoint) && !grave[name])
  expect(open.map(({ name }) => name).toSorted()).toEqual([...names].toSorted())
})
