import type { ReactNode } from 'react'
import type { Role } from '#contract/role.ts'
import { useRole } from './session.ts'

type Props = { roles: readonly (Role | '*')[]; children: ReactNode }

/** Renders its child only for these roles; `*` means every role. It only hides: the server decides. */
export function Permitted({ roles, children }: Props) {
  const role = useRole()
  // Callers might pass values of a server or a setting; a string would match parts of role names.
  if (!Array.isArray(roles)) throw new Error("Roles are needed: <Permitted roles={['admin', 'editor']}>")
  return role !== null && roles.some(each => each === '*' || each === role) ? children : null
}
