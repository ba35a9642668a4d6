import type { Upload } from '#contract/upload.api.ts'
import type { useSession } from '#web/platform/session.ts'

/** An upload for tests of the screens. */
export function fakeUpload(id: number, over: Partial<Upload> = {}): Upload {
  return {
    id,
    rev: 1,
    owner: 1,
    created_at: '2026-11-20T08:00:00.000Z',
    updated_at: '2026-11-20T08:00:00.000Z',
    can: ['update', 'delete'],
    read_user: [],
    write_user: [],
    read_group: [],
    write_group: [],
    title: `File ${id}`,
    note: null,
    source: null,
    file_name: `file-${id}.txt`,
    kind: 'text',
    media_type: 'text/plain',
    size: 2048,
    sha256: 'ab'.repeat(32),
    status: 'ready',
    failure: null,
    flags: [],
    text_length: 120,
    part_count: 1,
    text_counts: null,
    hits: 0,
    mentions: 0,
    reason: null,
    reviewer: null,
    reviewed_at: null,
    uploader: { id: 1, name: 'Li Si' },
    ogs: [],
    persons: [],
    mail: null,
    acts: ['review'],
    ...over,
  }
}

type User = NonNullable<ReturnType<typeof useSession.getState>['user']>

export const fakeUser = (role: 'editor' | 'uploader'): User => ({
  id: 1,
  rev: 1,
  username: 'u',
  name: '',
  avatar: null,
  desc: '',
  email: '',
  phone: '',
  role,
  own_role: role,
  groups: [],
  is_service: false,
  keeper: null,
  status: 'active',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  last_seen_at: null,
})

/** A page of a list. */
export const pageWith = <T>(items: T[], total = items.length) => ({ items, total, current: 1, pageSize: 50 })

export const fakeLimits = {
  file_bytes: 2 * 1024 ** 3,
  user_bytes: 20 * 1024 ** 3,
  user_left: 10 * 1024 ** 3,
  total_left: 50 * 1024 ** 3,
  unfinished: [] as { id: string; file_name: string; size: number; offset: number; created_at: string }[],
}
