import { passkeyLogin, passkeyOptions, type SecondStep, secondOptions, secondStep } from '#contract/factor.api.ts'
import { ApiError, call } from '#web/platform/api.ts'

type Json = Record<string, unknown>

/** The step that follows a right password; undefined if the error is another one. */
export function secondStepOf(error: unknown): SecondStep | undefined {
  const data = error instanceof ApiError && error.status === 401 ? (error.data as Partial<SecondStep> | undefined) : {}
  return data?.ticket !== undefined && Array.isArray(data.methods) ? (data as SecondStep) : undefined
}

/**
 * The browser's dialog for a passkey; the library loads on first use. Options and responses have the shapes of the
 * library, which the contract does not repeat.
 */
export async function respond(options: Json): Promise<Json> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const response = await startAuthentication({
    optionsJSON: options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'],
  })
  return response as unknown as Json
}

export async function tokenByPasskey(): Promise<string> {
  const { binding, options } = await call(passkeyOptions, {}, { isBackground: true })
  const response = await respond(options)
  return (await call(passkeyLogin, { body: { binding, response } }, { isBackground: true })).token
}

export async function tokenBySecondPasskey(ticket: string): Promise<string> {
  const { options } = await call(secondOptions, { body: { ticket } }, { isBackground: true })
  return await tokenBySecond({ ticket, passkey: await respond(options) })
}

export async function tokenBySecond(body: {
  ticket: string
  code?: string
  recovery?: string
  passkey?: Json
}): Promise<string> {
  return (await call(secondStep, { body }, { isBackground: true })).token
}

/** The user closed the browser's dialog, or it found no passkey in time. */
export function isCancelled(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')
}

export const hasPasskeys = () => typeof window.PublicKeyCredential === 'function'
