/** The seven roles, in the order the administrator's screens list them. Roles match exactly, never as substrings. */
export const roles = ['admin', 'super_editor', 'editor', 'super_reader', 'reader', 'uploader', 'device'] as const

export type Role = (typeof roles)[number]

/** Roles grouped by what the specification's tables grant; endpoints and routes name these, never bare strings. */
export const everyRole: readonly Role[] = roles
export const ogReaders: readonly Role[] = ['admin', 'super_editor', 'editor', 'super_reader', 'reader']
export const editors: readonly Role[] = ['admin', 'super_editor', 'editor']
export const reportReaders: readonly Role[] = ['admin', 'super_editor', 'super_reader']
export const uploaders: readonly Role[] = ['admin', 'super_editor', 'editor', 'uploader']
export const supers: readonly Role[] = ['admin', 'super_editor']
export const admins: readonly Role[] = ['admin']
