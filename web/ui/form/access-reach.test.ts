import { describe, expect, it } from 'vitest'
import { lockOutOf, reachOf } from './access-reach.ts'

const open = { read_user: [], write_user: [], read_group: [], write_group: [] }

describe('who a record’s access lists reach', () => {
  it('leaves access to the roles if both are empty', () => {
    expect(reachOf({ ...open, owner: 1, read_user: [], write_user: [] })).toEqual({ readers: null, writers: null })
  })

  it('lets users who can change it see it too', () => {
    expect(reachOf({ ...open, owner: 1, read_user: [2], write_user: [3] })).toEqual({
      readers: [1, 2, 3],
      writers: [1, 3],
    })
  })

  it('hides nothing by a list of writers alone', () => {
    expect(reachOf({ ...open, owner: null, read_user: [], write_user: [3] })).toEqual({ readers: null, writers: [3] })
  })
})

describe('access that the author of the lists would lose', () => {
  const reach = reachOf({ ...open, owner: 1, read_user: [2], write_user: [3] })

  it('is seeing the record, if they are on neither list', () => {
    expect(lockOutOf(reach, { id: 9, role: 'super_editor' }, [])).toBe('read')
  })

  it('is changing it, if they can only read', () => {
    expect(lockOutOf(reach, { id: 2, role: 'editor' }, [])).toBe('write')
  })

  it('is nothing for a member of a listed group', () => {
    const byGroup = reachOf({ ...open, owner: 1, read_group: [7], write_group: [7] })
    expect(byGroup).toEqual({ readers: [1, -7], writers: [1, -7] })
    expect(lockOutOf(byGroup, { id: 2, role: 'editor' }, [{ id: 7, members: [2] }])).toBeNull()
    expect(lockOutOf(byGroup, { id: 3, role: 'editor' }, [{ id: 7, members: [2] }])).toBe('read')
  })

  it('is nothing for owner and administrator', () => {
    expect(lockOutOf(reach, { id: 1, role: 'editor' }, [])).toBeNull()
    expect(lockOutOf(reach, { id: 9, role: 'admin' }, [])).toBeNull()
  })
})
