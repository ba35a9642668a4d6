import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { admins } from './role.ts'

const Demo = z.strictObject({ is_loaded: z.boolean(), record_count: z.int() })

export const getDemo = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/demo',
  roles: admins,
  summary: 'Whether the fictional demonstration records are there',
  reply: Demo,
})

export const loadDemo = endpoint({
  method: 'POST',
  path: '/v1/demo',
  roles: admins,
  bound: 'bulk',
  summary: 'Load a small fictional set, once; every record says that it is fictional',
  reply: Demo,
})

export const removeDemo = endpoint({
  method: 'DELETE',
  path: '/v1/demo',
  roles: admins,
  bound: 'write',
  summary: 'Remove the demonstration records for good, however they were edited',
  reply: Demo,
})
