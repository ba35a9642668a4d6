import {
  createIdentityProvider,
  deleteIdentityProvider,
  type IdentityProvider,
  type NewIdentityProvider,
  testIdentityProvider,
  updateIdentityProvider,
} from '#contract/identity.api.ts'
import { createScimCredential, deleteScimCredential, type NewScimCredential } from '#contract/scim.api.ts'
import { type CallInput, call } from '#web/platform/api.ts'
import { refresh } from '#web/platform/query.ts'

async function showSaved(provider: IdentityProvider): Promise<IdentityProvider> {
  await refresh('identity_provider', 'login')
  return provider
}

export function saveNewProvider(body: NewIdentityProvider): Promise<IdentityProvider> {
  return call(createIdentityProvider, { body }).then(showSaved)
}

export function saveProvider(
  id: number,
  body: CallInput<typeof updateIdentityProvider>['body'],
): Promise<IdentityProvider> {
  return call(updateIdentityProvider, { params: { id }, body }).then(showSaved)
}

export async function removeProvider(id: number): Promise<void> {
  await call(deleteIdentityProvider, { params: { id } })
  await refresh('identity_provider', 'login')
}

export function testProvider(id: number) {
  return call(testIdentityProvider, { params: { id } })
}

export async function makeScimCredential(id: number, body: NewScimCredential) {
  const made = await call(createScimCredential, { params: { id }, body })
  await refresh('identity_provider')
  return made
}

export async function stopScimCredential(id: number, credentialId: number): Promise<void> {
  await call(deleteScimCredential, { params: { id, credential_id: credentialId } })
  await refresh('identity_provider')
}
