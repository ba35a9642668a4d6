import type { ReactNode } from 'react'
import type { Role } from '#contract/role.ts'
import { useRole } from './session.ts'

type Props = { roles: readonly (Role | '*')[]; children: ReactNode }

/** Shows its child only to these roles; `*` is every role. It only hides: the server decides. */
export function Permitted({ roles, children }: Props) {
  const role = useRole()
  // Callers may pass on what a server or a setting said; a text would match parts of role names.
  if (!Array.isArray(roles)) throw new Error("Roles are needed: <Permitted roles={['admin', 'editor']}>")
  return role !== null && roles.some(each => each === '*' || each === role) ? children : null
}
