import {
  addPasskey,
  confirmCode,
  removeFactor,
  renewRecovery,
  resetFactors,
  startCode,
  startPasskey,
} from '#contract/factor.api.ts'
import { call } from '#web/platform/api.ts'
import { refresh } from '#web/platform/query.ts'
import { loadUser, useSession } from '#web/platform/session.ts'

type Password = string | undefined

/** After the first factor a session that was limited to setting it up is a full one. */
async function showChanged(): Promise<void> {
  if (useSession.getState().mustEnrol) await loadUser()
  await refresh('user')
}

/** Creates a passkey on this device, in the browser's dialog. Returns recovery codes if these are the first. */
export async function makePasskey(userId: number, name: string, password: Password): Promise<string[]> {
  const params = { id: userId }
  const { binding, options } = await call(startPasskey, { params, body: { password } })
  const { startRegistration } = await import('@simplewebauthn/browser')
  const response = await startRegistration({
    optionsJSON: options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'],
  })
  const body = { binding, name, response: response as unknown as Record<string, unknown> }
  const { recovery } = await call(addPasskey, { params, body })
  await showChanged()
  return recovery
}

export function beginCode(userId: number, password: Password) {
  return call(startCode, { params: { id: userId }, body: { password } })
}

export async function finishCode(userId: number, code: string): Promise<string[]> {
  const { recovery } = await call(confirmCode, { params: { id: userId }, body: { code } })
  await showChanged()
  return recovery
}

export async function makeRecoveryCodes(userId: number, password: Password): Promise<string[]> {
  const { recovery } = await call(renewRecovery, { params: { id: userId }, body: { password } })
  await refresh('user')
  return recovery
}

/** `passkey`: one of the passkeys; absent: the authenticator app. */
export async function dropFactor(userId: number, password: Password, passkey: number | undefined): Promise<void> {
  await call(removeFactor, { params: { id: userId }, body: { password, passkey } })
  await refresh('user')
}

export async function dropAllFactors(userId: number): Promise<void> {
  await call(resetFactors, { params: { id: userId } })
  await refresh('user')
}
