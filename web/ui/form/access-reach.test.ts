import { describe, expect, it } from 'vitest'
import { lockOutOf, reachOf } from './access-reach.ts'

describe('who a record’s access lists reach', () => {
  it('leaves access to the roles if both are empty', () => {
    expect(reachOf({ owner: 1, read_user: [], write_user: [] })).toEqual({ readers: null, writers: null })
  })

  it('lets users who can change it see it too', () => {
    expect(reachOf({ owner: 1, read_user: [2], write_user: [3] })).toEqual({ readers: [1, 2, 3], writers: [1, 3] })
  })

  it('hides nothing by a list of writers alone', () => {
    expect(reachOf({ owner: null, read_user: [], write_user: [3] })).toEqual({ readers: null, writers: [3] })
  })
})

describe('access that the author of the lists would lose', () => {
  const reach = reachOf({ owner: 1, read_user: [2], write_user: [3] })

  it('is seeing the record, if they are on neither list', () => {
    expect(lockOutOf(reach, { id: 9, role: 'super_editor' })).toBe('read')
  })

  it('is changing it, if they can only read', () => {
    expect(lockOutOf(reach, { id: 2, role: 'editor' })).toBe('write')
  })

  it('is nothing for owner and administrator', () => {
    expect(lockOutOf(reach, { id: 1, role: 'editor' })).toBeNull()
    expect(lockOutOf(reach, { id: 9, role: 'admin' })).toBeNull()
  })
})
