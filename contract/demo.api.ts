import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { admins } from './role.ts'

const Demo = z.strictObject({ is_loaded: z.boolean(), record_count: z.int() })

export const getDemo = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/demo',
  roles: admins,
  summary: 'Whether the demonstration records exist',
  reply: Demo,
})

export const loadDemo = endpoint({
  method: 'POST',
  path: '/v1/demo',
  roles: admins,
  bound: 'bulk',
  summary: 'Load the demonstration records, once; each is marked as fictional',
  reply: Demo,
})

export const removeDemo = endpoint({
  method: 'DELETE',
  path: '/v1/demo',
  roles: admins,
  bound: 'write',
  summary: 'Remove the demonstration records permanently, even if they were edited',
  reply: Demo,
})
