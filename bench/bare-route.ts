// The floor: one Fastify route that runs the one SELECT of the organisation list through pg, and nothing else.
import Fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 })
const app = Fastify()
app.get('/', async () => {
  const { rows } = await pool.query(
    `select id, rev, owner, created_at, updated_at, read_user, write_user, name, eng_name, aliases, icon, "desc", category_id,
       host, entrances, version, new_version, version_keep, forbidden_rules, twitter, facebook, youtube, register_time, scale,
       weight, region, danger_level, external_id, is_demo
     from og where deleted_at is null order by updated_at desc, id desc limit 20`,
  )
  return { code: 200, message: 'ok', data: { items: rows } }
})
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
console.log('ready')
