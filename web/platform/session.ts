import { create } from 'zustand'
import type { Role } from '#contract/role.ts'
import { info, login as loginEndpoint, logout as logoutEndpoint } from '#contract/session.api.ts'
import type { Setting } from '#contract/setting.api.ts'
import type { User } from '#contract/user.api.ts'
import { type CallOptions, call } from './api.ts'
import { checkServer } from './connection.ts'
import { queryClient } from './query.ts'
import { beginLogout, getToken, setToken, useToken } from './token.ts'

type SessionState = {
  user: User | null
  /** The session may only set up a second factor. */
  mustEnrol: boolean
  /** The user reviews page differences as a member of a group. */
  isReviewer: boolean
  /** The role tried with "switch roles"; only this browser knows it, the server applies the real one. */
  shownRole: Role | null
}

export const useSession = create<SessionState>(() => ({
  user: null,
  mustEnrol: false,
  isReviewer: false,
  shownRole: null,
}))

const beginnings = new Set<(setting: Partial<Setting>) => void>()

/** Runs whenever the server has returned the signed-in user, with the settings that it stores for this user. */
export function onSessionStart(run: (setting: Partial<Setting>) => void): void {
  beginnings.add(run)
}

const endings = new Set<() => void>()

/** Runs at every end of the session: stores with data of the user clear themselves here. */
export function onSessionEnd(run: () => void): void {
  endings.add(run)
}

/** Whether the user reviews page differences as a member of a group, and not as an administrator. */
export function useIsReviewer(): boolean {
  return useSession(state => state.isReviewer)
}

/** The signed-in user. Only for pages inside the layout, which always have one. */
export function useUser(): User {
  const user = useSession(state => state.user) ?? lastUser
  if (!user) throw new Error('There is no signed-in user here')
  lastUser = user
  return user
}

/** Pages are rendered once more between the end of the session and the login page. */
let lastUser: User | null = null

/** True if a user is signed in, or was a moment ago. */
export function useHasUser(): boolean {
  return useSession(state => state.user !== null) || lastUser !== null
}

/** The role that screens use: the real one, or the one being tried. */
export function getRole(): Role | null {
  const { user, shownRole } = useSession.getState()
  return shownRole ?? user?.role ?? null
}

export function useRole(): Role | null {
  return useSession(state => state.shownRole ?? state.user?.role ?? null)
}

export function setUser(user: User): void {
  useSession.setState({ user })
}

export async function loadUser(options: CallOptions = {}): Promise<User> {
  const { setting, must_enrol: mustEnrol, is_reviewer: isReviewer = false, ...user } = await call(info, {}, options)
  useSession.setState({ user, mustEnrol, isReviewer })
  for (const run of beginnings) run(setting)
  return user
}

/** Signs in and loads the user. On failure the token is removed and the error is thrown. */
export async function login(credentials: { username: string; password: string }): Promise<User> {
  try {
    // The form reports the failure; for an unreachable server the line at the top does.
    const { token } = await call(loginEndpoint, { body: credentials }, { isBackground: true })
    setToken(token)
    return await loadUser()
  } catch (error) {
    setToken(null)
    void checkServer()
    throw error
  }
}

/** Opens the session of a token that a login with an identity provider returned. */
export async function loginByToken(token: string): Promise<User> {
  if (getToken()) endSession()
  setToken(token)
  try {
    return await loadUser()
  } catch (error) {
    setToken(null)
    throw error
  }
}

/** Ends the session in this browser without a request. */
export function endSession(): void {
  setToken(null)
  useSession.setState({ user: null, shownRole: null })
  queryClient.clear()
  for (const run of endings) run()
}

/** Ends the session on the server, and in this browser whatever the server answers. */
export async function logout(): Promise<void> {
  beginLogout()
  try {
    if (getToken()) await call(logoutEndpoint, {}, { isBackground: true })
  } catch {
    // An invalid session or a lost connection must not leave anyone logged in here.
  } finally {
    endSession()
  }
}

/** Switches editor ↔ admin, for users whose real role is one of the two. */
export function switchRole(): void {
  const { user, shownRole } = useSession.getState()
  if (user?.role !== 'admin' && user?.role !== 'editor') return
  const other = user.role === 'admin' ? 'editor' : 'admin'
  useSession.setState({ shownRole: shownRole === null ? other : null })
}

// Another window of this browser might log out, or log in as another user.
useToken.subscribe((state, before) => {
  if (before.token && state.token !== before.token && useSession.getState().user) {
    useSession.setState({ user: null, shownRole: null })
    queryClient.clear()
    for (const run of endings) run()
  }
})
