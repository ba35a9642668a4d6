/** The seven roles, in the order of the administrator's screens. Roles are compared exactly, never as substrings. */
export const roles = ['admin', 'super_editor', 'editor', 'super_reader', 'reader', 'uploader', 'device'] as const

export type Role = (typeof roles)[number]

/**
 * Roles grouped by the permissions of the specification's tables. Endpoints and routes use these groups, never bare
 * strings.
 */
export const everyRole: readonly Role[] = roles
export const ogReaders: readonly Role[] = ['admin', 'super_editor', 'editor', 'super_reader', 'reader']
export const editors: readonly Role[] = ['admin', 'super_editor', 'editor']
export const reportReaders: readonly Role[] = ['admin', 'super_editor', 'super_reader']
export const uploaders: readonly Role[] = ['admin', 'super_editor', 'editor', 'uploader']
export const supers: readonly Role[] = ['admin', 'super_editor']
export const admins: readonly Role[] = ['admin']
