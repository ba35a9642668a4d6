import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { editors, ogReaders } from './role.ts'
import { IdParams, listQuery, Nothing, pageOf, Required, Rev, recordFields } from './wire.ts'

export const OgCate = z.strictObject({ ...recordFields, name: z.string(), og_count: z.int() })
export type OgCate = z.output<typeof OgCate>

export const NewOgCate = z.strictObject({ name: Required(60) })
export const OgCatePatch = z.strictObject({ name: z.optional(Required(60)), rev: Rev })
export const OgCateQuery = z.strictObject(listQuery(['name', 'created_at', 'updated_at']))

export const listOgCates = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/og_cate',
  roles: ogReaders,
  summary: 'Organisation categories; `og_count` counts the organisations that the requester may read',
  query: OgCateQuery,
  reply: pageOf(OgCate),
  errors: ['invalid'],
})

export const createOgCate = endpoint({
  method: 'POST',
  path: '/v1/og_cate',
  roles: editors,
  bound: 'write',
  summary: 'Create a category',
  body: NewOgCate,
  reply: OgCate,
  errors: ['invalid', 'duplicate'],
})

export const updateOgCate = endpoint({
  method: 'PUT',
  path: '/v1/og_cate/{id}',
  roles: editors,
  bound: 'write',
  summary: 'Rename a category',
  params: IdParams,
  body: OgCatePatch,
  reply: OgCate,
  errors: ['invalid', 'not_found', 'stale', 'duplicate'],
})

export const deleteOgCate = endpoint({
  method: 'DELETE',
  path: '/v1/og_cate/{id}',
  roles: editors,
  bound: 'write',
  summary: 'Move a category to the trash; its organisations show none until it is restored',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found'],
})

export const restoreOgCate = endpoint({
  method: 'POST',
  path: '/v1/og_cate/{id}/restore',
  roles: editors,
  bound: 'write',
  summary: 'Restore a category from the trash (30 days)',
  params: IdParams,
  reply: OgCate,
  errors: ['not_found', 'duplicate'],
})
